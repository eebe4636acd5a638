// A file goes to the server as text beside the other answers, so that none is ever written there.
const input = element.querySelector("input");

async function give(file) {
  if (!file) return;
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  for (let at = 0; at < bytes.length; at += 32768) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 32768));
  }
  props.value = `${file.name}\n${btoa(binary)}`;
  trigger("upload");
}

input.addEventListener("change", async () => {
  await give(input.files[0]);
  input.value = ""; // the same file may be given again
});
element.addEventListener("dragover", (event) => event.preventDefault());
element.addEventListener("drop", (event) => {
  event.preventDefault();
  give(event.dataTransfer.files[0]);
});
