// Clicks the first element that is seen; a selector that is none clicks nothing.
(selector) => {
  let found = [];
  try { found = [...document.querySelectorAll(selector)]; } catch { return false; }
  const shown = found.find((element) => element.checkVisibility());
  if (!shown) return false;
  shown.scrollIntoView({block: "center", behavior: "instant"});
  shown.click();
  return true;
}
