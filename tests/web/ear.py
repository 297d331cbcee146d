"""What a screen reader says by itself: the words that come into a page's live regions, in order."""

# A polite or assertive region is read as a whole when its words change; of a log, what is added.
_LISTEN = """() => {
  const live = ["[aria-live=polite]", "[aria-live=assertive]", "[role=status]", "[role=alert]"];
  window.heard = [];
  const say = (text) => text.trim() && heard.push(text.trim().replace(/\\s+/g, " "));
  const off = (region) => region.closest("[hidden], [aria-hidden=true], [aria-live=off]");
  new MutationObserver((changes) => {
    const whole = new Set();
    for (const { target, addedNodes } of changes) {
      const element = target.nodeType === Node.TEXT_NODE ? target.parentElement : target;
      const region = element?.closest([...live, "[role=log]"].join());
      if (!region || off(region)) continue;
      if (region.getAttribute("role") !== "log") whole.add(region);
      else for (const node of addedNodes) say(node.textContent);
    }
    for (const region of whole) say(region.textContent);
  }).observe(document, { childList: true, characterData: true, subtree: true });
}"""


class Ear:
    """`lines`: everything heard on this page so far."""

    def __init__(self, page):
        self.page = page
        self.lines = []
        page.evaluate(_LISTEN)

    def listen(self):
        """What has been heard since the last time."""
        new = self.page.evaluate("heard.splice(0)")
        self.lines += new
        return new
