// Goes down to a step in the page (box 0) or in one of its largest scroll boxes, of which there are
// `most`, or to its end, and returns how high a step and the whole are; nothing for no such box.
(number, step, most) => {
  const page = document.scrollingElement || document.documentElement;
  const find = () => [...document.querySelectorAll("body *")].slice(0, 5000).filter((box) =>
    box.scrollHeight > box.clientHeight + 50 && box.clientHeight > innerHeight / 4
    && box.clientWidth > innerWidth / 4
    && /auto|scroll|overlay/.test(getComputedStyle(box).overflowY))
    .sort((one, other) => other.scrollHeight - one.scrollHeight).slice(0, most);
  if (number && !globalThis.pagesightBoxes) {
    const body = document.body;
    const alone = body && body !== page && body.scrollHeight > body.clientHeight + 50;
    globalThis.pagesightBoxes = [...(alone ? [body] : []), ...find()];
  }
  const box = number ? globalThis.pagesightBoxes[number - 1] : page;
  if (!box) return number ? "" : "0 0";
  const height = number ? box.clientHeight : innerHeight;
  if (number && step === 1) box.scrollIntoView({behavior: "instant"});
  if (height < box.scrollHeight) box.scrollTo({top: step * height, behavior: "instant"});
  return `${height} ${box.scrollHeight}`;
}
