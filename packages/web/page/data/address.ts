/** The path of the page, with a slash at both ends: `/`, or `/daybook/` behind a proxy that adds one. */
export const base = new URL(document.baseURI).pathname

/** The address of a path of the API, or of a view. */
export const addressOf = (path: string): string => base + path.replace(/^\//, "")

const told = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="daybook-${name}"]`)?.content ?? ""

/** The domains that this server has, in its own order. */
export const servedDomains: ReadonlyArray<string> = told("domains")
  .split(" ")
  .filter((name) => name !== "")

/** The tiles of maps: their addresses with `{z}`, `{x}` and `{y}`, "" if there are none, and who made them. */
export const tiles = JSON.parse(told("tiles") || '{"url":"","credit":""}') as {
  readonly url: string
  readonly credit: string
}
