// The height of the whole page in CSS px.
() => Math.ceil(Math.max(
  document.documentElement ? document.documentElement.scrollHeight : 0,
  document.body ? document.body.scrollHeight : 0))
