const form = document.querySelector("form");

settings().then(({ server, key }) => {
  form.server.value = server;
  form.key.value = key;
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const origin = `${new URL(form.server.value).origin}/*`;
  const said = form.querySelector("output");
  if (!(await chrome.permissions.request({ origins: [origin] }))) {
    said.textContent = "Without that permission the service cannot be asked.";
    return;
  }
  await chrome.storage.local.set({ server: form.server.value, key: form.key.value });
  said.textContent = "Saved.";
});
