// Clicks the last button or link of such a name that leads nowhere else, as long as it is seen.
(pattern) => {
  const MORE = new RegExp(pattern, "i");
  const named = (each) => (each.innerText || each.value || each.getAttribute("aria-label") || "")
    .trim().replace(/\s+/g, " ");
  const stays = (each) => !each.href || /^(#|javascript:)/i.test(each.getAttribute("href"));
  const roots = [document];
  for (const root of roots) for (const each of root.querySelectorAll("*"))
    if (each.shadowRoot) roots.push(each.shadowRoot);
  const found = roots.flatMap((root) => [...root.querySelectorAll(
    "button, a, [role=button], input[type=button]")]).filter((each) =>
    !each.disabled && stays(each) && MORE.test(named(each)) && each.checkVisibility());
  const last = found.at(-1);
  if (!last) return false;
  last.scrollIntoView({block: "center", behavior: "instant"});
  last.click();
  return true;
}
