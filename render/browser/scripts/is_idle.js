// Whether no timer is due in the page and its frames, those of other sites apart.
(name) => {
  const isIdle = (view) => {
    try {
      if (view.dispatchEvent(new Event(name, {cancelable: true}))) return false;
    } catch { return true; }
    return Array.from({length: view.length}, (_, at) => view[at]).every(isIdle);
  };
  return isIdle(window);
}
