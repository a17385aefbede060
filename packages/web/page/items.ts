import { servedDomains } from "./data/address.ts"

/** Where the page shows one item: the path of the API that returns it, without its `/v1`. */
const folders: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  listening: { artist: "artists", album: "albums", track: "tracks" },
  reading: { article: "articles", book: "books", highlight: "highlights" },
  watching: { movie: "movies", film: "movies", show: "shows" },
  running: { run: "activities" },
  attending: { event: "events", venue: "venues", performer: "performers", team: "teams", player: "players" },
  collecting: { record: "records", media: "media" },
  places: { venue: "venues", place: "venues" },
}

/** The path of an item's page; its domain's if it has none. */
export const itemPath = (
  domain: string,
  item: { readonly type: string; readonly id: string | number },
): string => {
  const folder = folders[domain]?.[item.type]
  return folder === undefined || String(item.id) === ""
    ? `/${domain}`
    : `/${domain}/${folder}/${encodeURIComponent(item.id)}`
}

const known = ["listening", "reading", "watching", "running", "attending", "collecting", "places"]

/** The domains in the page's order: Daybook's own first, then those that others wrote. */
export const domains: ReadonlyArray<string> = [
  ...known.filter((name) => servedDomains.includes(name)),
  ...servedDomains.filter((name) => !known.includes(name)),
]
