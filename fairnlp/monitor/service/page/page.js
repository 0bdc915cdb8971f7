// The status page asks for its own middle part again; the server writes and escapes all of it.
"use strict";
const SECONDS = 5;
const part = document.getElementById("status");
const said = document.getElementById("said");
const pause = document.getElementById("pause");
const form = document.getElementById("access");
let token = ""; // in this page alone: no cookie, no storage
let paused = false;

async function refresh() {
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  let answer;
  try {
    answer = await fetch("status", { headers, cache: "no-store" });
  } catch {
    said.textContent = "The service does not answer.";
    return;
  }
  form.hidden = answer.status !== 401;
  if (answer.ok) {
    part.innerHTML = await answer.text();
    said.textContent = "";
  } else if (answer.status === 401) {
    part.replaceChildren();
    said.textContent = token ? "The token is not the one of this service." : "";
  } else {
    said.textContent = `The service answered ${answer.status}.`;
  }
}

pause.addEventListener("click", () => {
  paused = !paused;
  pause.textContent = paused ? "Go on" : "Pause";
  if (!paused) refresh();
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  token = document.getElementById("token").value;
  refresh();
});
pause.hidden = false;
setInterval(() => {
  if (!paused && !document.hidden && form.hidden) refresh();
}, 1000 * SECONDS);
if (part.dataset.empty) refresh();
