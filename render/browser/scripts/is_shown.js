// Whether an element that the selector names is seen, or else the page shows the text.
(wanted) => {
  try {
    if ([...document.querySelectorAll(wanted)].some((each) => each.checkVisibility())) return true;
  } catch {}
  return !!document.body && document.body.innerText.includes(wanted);
}
