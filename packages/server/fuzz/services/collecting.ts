import { item } from "../../../sources/test/discogs/samples.ts"
import { planted } from "../../test/daybook.ts"
import type { Json } from "../mutation.ts"
import { itemsByNumber, rowsHere, type Service } from "../service.ts"

/** Records. The API shows none of them: they are counted. */
export const discogs: Service = {
  name: "discogs",
  domain: "collecting",
  title: "Discogs",
  settings: (url) => ({ DISCOGS_URL: url, DISCOGS_TOKEN: planted.discogsToken, DISCOGS_USER: "someone" }),
  row: (n) => item({ release: n, instance: n }) as unknown as Json,
  decides: [],
  answer: ({ path, query }, rows) => {
    if (!path.endsWith("/folders/0/releases")) {
      const release = Number(path.split("/").at(-1))
      const found = rows.filter(({ n }) => n === release)
      return {
        frame: { pagination: { page: 1, pages: 1, items: found.length }, releases: rowsHere },
        rows: found,
      }
    }
    return {
      frame: { pagination: { page: 1, pages: 1, per_page: 100, items: rows.length }, releases: rowsHere },
      rows: (query.get("page") ?? "1") === "1" ? rows : [],
    }
  },
}

/** Films, each in its own format. */
export const traktCollection: Service = {
  name: "trakt's collection",
  domain: "collecting",
  title: "Trakt",
  // The settings of its history.
  settings: () => ({}),
  row: (n, at) => ({
    collected_at: new Date(at).toISOString(),
    movie: { title: "Salt Roads", year: 1999, ids: { trakt: n, slug: `salt-${n}`, imdb: `tt${n}`, tmdb: n } },
    metadata: { media_type: `format${n}`, resolution: "hd_1080p" },
  }),
  decides: [],
  answer: ({ path }, rows) => (path === "/sync/collection/movies" ? { frame: rowsHere, rows } : undefined),
  shown: async ({ reader }) =>
    itemsByNumber((await reader.get("/v1/collecting/media/formats")).body, /format(\d+)/),
}
