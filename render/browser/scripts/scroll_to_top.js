// Goes to the top of the page and of its boxes, wherever they stand.
() => {
  for (const box of globalThis.pagesightBoxes || [])
    box.scrollTo({top: 0, left: 0, behavior: "instant"});
  scrollTo({top: 0, left: 0, behavior: "instant"});
  return true;
}
