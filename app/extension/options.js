const form = document.querySelector("form");

settings().then(({ server, key }) => {
  form.server.value = server;
  form.key.value = key;
  form.firstElementChild.disabled = false; // what is typed before would be overwritten
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { origin } = new URL(form.server.value);
  const result = form.querySelector("output");
  if (!(await chrome.permissions.request({ origins: [`${origin}/*`] }))) {
    result.textContent = "Without that permission the service cannot be asked.";
    return;
  }
  await chrome.storage.local.set({ server: form.server.value, key: form.key.value });
  result.textContent = `Saved. ${await tried(form.server.value.replace(/\/+$/, ""), form.key.value)}`;
});

// Whether the service answers, and takes the key.
async function tried(server, key) {
  try {
    const answer = await fetch(`${server}/jobs`, { headers: key ? { "X-API-Key": key } : {} });
    if (answer.status === 401) return "The service asks for another key.";
    return answer.ok ? "The service answers." : `The service answered with ${answer.status}.`;
  } catch {
    return "No service answers there; start it with: pagesight serve";
  }
}
