// Numbers on a page follow the folder they are of. Without this script every page says the same, when it is loaded.
"use strict";
(function () {
  const places = () => document.querySelectorAll("[data-folder]");
  if (!document.querySelector("#folders, [data-folder]") || !window.EventSource) return;
  const known = new Set(Array.from(places(), (place) => place.dataset.folder));
  const source = new EventSource("/events");
  source.addEventListener("folder", (event) => {
    const told = JSON.parse(event.data);
    if (document.querySelector("#folders") && !known.has(told.name)) {
      location.reload();
      return;
    }
    for (const place of places()) {
      if (place.dataset.folder !== told.name) continue;
      for (const part of place.querySelectorAll("[data-key]")) {
        const value = told[part.dataset.key];
        if (value === null || value === undefined) continue;
        if (part instanceof HTMLProgressElement) part.value = value;
        else part.textContent = typeof value === "number" ? value.toLocaleString("en") : value;
      }
      for (const mark of place.querySelectorAll("[data-running]")) mark.hidden = !told.running;
    }
  });
})();
