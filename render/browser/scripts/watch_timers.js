// Notes when each timer of a document is due. An event of a name that no page knows is answered,
// by preventing it, where none is due within `soon` ms: neither a variable nor a message. Of a
// document that has dropped the listener nothing is known, and it counts as busy. Another is
// answered so where one is due that was set for `early` ms at the most, before the document had
// loaded.
(name, soon, early) => {
  const due = new Map(), apply = Reflect.apply, now = performance.now.bind(performance);
  const FRAME = 100;
  const waited = new Set();
  let frame = -FRAME, loaded = false;
  const replace = (owner, name, note) => {
    const own = owner?.[name];
    if (own) owner[name] = new Proxy(own, {apply(own, owner, values) {
      const made = apply(own, owner, values);
      note(made, values);
      return made;
    }});
  };
  const after = (milliseconds) => now() + (+milliseconds || 0);
  replace(window, "setTimeout", (id, values) => {
    due.set(id, after(values[1]) + FRAME);
    if (!loaded && !(values[1] > early)) waited.add(id);
  });
  replace(window, "setInterval", (id, values) =>
    due.set(id, values[1] > soon ? after(values[1]) : Infinity));
  replace(window, "clearTimeout", (_, values) => due.delete(values[0]));
  replace(window, "clearInterval", (_, values) => due.delete(values[0]));
  replace(window, "requestAnimationFrame", () => { frame = now(); });
  replace(window.scheduler, "postTask", (_, values) =>
    due.set({}, after(values[1]?.delay) + FRAME));
  addEventListener("load", () => { loaded = true; });
  addEventListener(name + "early", (event) => {
    const moment = now();
    if ([...waited].some((id) => due.get(id) - FRAME >= moment)) event.preventDefault();
  });
  addEventListener(name, (event) => {
    const moment = now();
    let busy = moment - frame < FRAME;
    for (const [id, time] of due) {
      if (time < moment) due.delete(id);
      else if (time === Infinity || time - moment < soon) busy = true;
    }
    if (!busy) event.preventDefault();
  });
}
