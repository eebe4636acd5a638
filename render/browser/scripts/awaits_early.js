// Whether a timer that was set early is due in the page's main document.
(name) => !window.dispatchEvent(new Event(name + "early", {cancelable: true}))
