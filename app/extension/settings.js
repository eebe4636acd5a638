// Where the service is, and the key to it.
async function settings() {
  const { server, key } = await chrome.storage.local.get({ server: "http://127.0.0.1:8321", key: "" });
  return { server: server.replace(/\/+$/, ""), key };
}
