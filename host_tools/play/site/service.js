// Caches the whole site in the browser, so that it works offline. The build prepends FILES, all files by
// relative address, and VERSION, a hash of their contents.

const CACHE = `${registration.scope} ${VERSION}`;

async function keep() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((name) => new Request(name, { cache: "no-cache" })));
}

// Delete older versions of this site, but not other sites of the same server.
async function forget() {
  const names = (await caches.keys()).filter((name) => name.startsWith(`${registration.scope} `));
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  await clients.claim();
}

async function answer(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}

// A new version takes over when no page of the old one is open, because their files do not mix.
addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(forget()));
addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});
