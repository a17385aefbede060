/** The domains, as the page calls them. */
export const domains = ["Listening", "Reading", "Watching", "Running", "Attending", "Collecting", "Places"]

/** Every view, as an address: tests of all views open them, and so does the program that takes their images. */
export const views = [
  "/",
  ...domains.map((name) => `/${name.toLowerCase()}`),
  "/reading/numbers?period=2025",
  "/reading/articles?tag=maps&starred=true",
  "/reading/books?status=reading",
  "/reading/highlights?from=2026-11-01",
  "/listening?period=2024-03&top=artist",
  "/watching/numbers?period=2025",
  "/watching/movies?rated=5&year=1967",
  "/watching/shows?year=2020",
  "/watching/diary?from=2026-11-01",
  "/collecting?period=2025",
  "/collecting/records?format=Cassette",
  "/collecting/media?format=vhs",
  "/collecting/beside?list=never_played",
  "/collecting/wantlist",
  "/attending/events?category=sports&year=2025",
  "/attending/venues",
  "/attending/seasons?season=2025",
  "/running?year=2024",
  "/running/activities?race=true",
  "/running/trails?year=2026",
  "/running/records",
  "/running/gear",
  "/places/map?period=2024",
  "/places/venues?city=Ghent",
  "/library",
  "/timeline?date=2025-05-11",
  "/search?q=lantern",
  "/save?url=https://example.org/sorrel&title=Sorrel",
  "/years",
  "/years/2025",
  "/years/2025/months/5",
  "/settings",
  "/settings/session",
]

/** The views whose addresses begin so: `viewsOf("reading")`. */
export const viewsOf = (domain: string): ReadonlyArray<string> =>
  views.filter((view) => view.split(/[/?]/)[1] === domain)

/** The views of no domain. */
export const otherViews: ReadonlyArray<string> = views.filter(
  (view) => !domains.some((name) => viewsOf(name.toLowerCase()).includes(view)),
)

/** The pages of settings that an admin key sees. */
export const adminViews = [
  "setup",
  "sources",
  "imports",
  "time",
  "appearance",
  "advanced",
  "add",
  "waiting",
  "keys",
  "assistants",
  "shares",
  "webhooks",
  "filters",
  "doubles",
  "corrections",
  "upkeep",
  "export",
].map((name) => `/settings/${name}`)
