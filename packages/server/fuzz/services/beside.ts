import { song } from "../../../sources/test/itunes/samples.ts"
import { planted } from "../../test/daybook.ts"
import type { Daybook } from "../../test/daybook.ts"
import { answerOfGames } from "../../test/standIns/gamesStandIn.ts"
import type { Json } from "../mutation.ts"
import { showsNothing } from "../rules.ts"
import type { Beside } from "../service.ts"

/** Makes the server call a service and checks the outcome: success, or for a malformed answer an error that names it. */
const post = async (
  { admin }: Daybook,
  path: string,
  payload: object | undefined,
  blamed: RegExp | undefined,
): Promise<unknown> => {
  const { body, status } = await admin.ask("POST", path, payload)
  const text = JSON.stringify(body)
  showsNothing({ status, headers: {}, body: text })
  if (status !== 200 && !(status === 500 && blamed?.test(text))) throw new Error(`${path}: ${status} ${text}`)
  return body
}

/** The number in a search, and the song that it leads to. */
export const itunes: Beside = {
  name: "itunes",
  domain: "listening",
  title: "The iTunes Search API",
  settings: (url) => ({ ITUNES_URL: url }),
  answer: ({ query }) => {
    const n = /\d{7}/.exec(query.get("term") ?? "")?.[0] ?? "1"
    const found = {
      ...song(Number(n), `Track ${n}`),
      artistName: `Artist ${n}`,
      collectionName: `Album ${n}`,
    }
    return { frame: { resultCount: 1, results: [found] } as unknown as Json }
  },
  use: async (server) => {
    // A failed lookup is counted in the response, and is tried again another time.
    await post(server, "/v1/listening/admin/enrich-catalog", undefined, undefined)
    await post(server, "/v1/listening/admin/enrich-artists", undefined, undefined)
  },
}

/** It says about shows and films what those who list them say. */
export const tmdb: Beside = {
  name: "tmdb",
  domain: "watching",
  title: "TMDB",
  settings: (url) => ({ TMDB_URL: url, TMDB_TOKEN: planted.tmdbToken }),
  answer: ({ path }) => {
    const [, kind, n] = /^\/(tv|movie)\/(\d+)$/.exec(path) ?? []
    const external_ids = { imdb_id: `tt${n}`, tvdb_id: Number(n) }
    if (kind === "tv") {
      return {
        frame: {
          id: Number(n),
          name: `Show ${n}`,
          first_air_date: "2010-01-01",
          poster_path: null,
          number_of_episodes: 0,
          status: "Ended",
          external_ids,
        },
      }
    }
    if (kind === "movie") {
      return {
        frame: {
          id: Number(n),
          title: `Film ${n}`,
          release_date: "1999-01-01",
          poster_path: null,
          imdb_id: null,
        },
      }
    }
    return path.startsWith("/find/")
      ? { frame: { movie_results: [], tv_results: [], tv_episode_results: [], tv_season_results: [] } }
      : { frame: { results: [] } }
  },
}

const vector = [0.6, 0.8, 0, 0]

/** An embedding model. */
export const embeddings: Beside = {
  name: "embeddings",
  domain: "reading",
  title: "The embedding service",
  settings: (url) => ({ EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: "a-model" }),
  answer: ({ body }) => {
    const { input } = JSON.parse(body) as { readonly input: ReadonlyArray<string> }
    return {
      frame: {
        object: "list",
        data: input.map((_, index) => ({ object: "embedding", index, embedding: vector })),
        model: "a-model",
        usage: { prompt_tokens: 7, total_tokens: 7 },
      },
    }
  },
  use: async (server, isMalformed) => {
    const blamed = isMalformed ? /embedding service/ : undefined
    await post(server, "/v1/admin/reembed-reading", { limit: 5 }, blamed)
    // Search by words works whatever becomes of vectors.
    const { body, status } = await server.reader.get("/v1/reading/search?q=body")
    if (status !== 200) throw new Error(`search: ${status} ${JSON.stringify(body)}`)
  },
}

const game = { event_date: "2021-10-27", event_type: "mlb_game", team_id: 907 }

/** Both services of games, with the same one game. */
const games = (name: string, title: string, setting: string): Beside => ({
  name,
  domain: "attending",
  title,
  settings: (url) => ({ [setting]: url }),
  answer: ({ path, query }) => {
    const found = answerOfGames(`/${name}${path}`, query)
    return found === undefined ? { frame: { message: "Not found" }, status: 404 } : { frame: found as Json }
  },
  use: async (server, isMalformed) => {
    const blamed = isMalformed ? /MLB|ESPN/ : undefined
    const imported = await post(server, "/v1/admin/sync/attending/manual-import", { events: [game] }, blamed)
    await post(server, "/v1/admin/attending/enrich-sports-ids", {}, blamed)
    const { loaded } = imported as { readonly loaded?: number }
    if (!isMalformed && loaded !== 1)
      throw new Error(`a game that both know is not loaded: ${JSON.stringify(imported)}`)
  },
})

export const mlb = games("mlb", "MLB", "MLB_URL")
export const espn = games("espn", "ESPN", "ESPN_URL")

/** The identity provider is the calendar's. */
export const identity: Beside = {
  name: "google identity",
  domain: "attending",
  title: "Google",
  settings: () => ({}),
  answer: ({ path }) => {
    if (path === "/token") {
      return {
        frame: {
          access_token: planted.accessToken,
          expires_in: 3_599,
          scope: "one two",
          token_type: "Bearer",
        },
      }
    }
    return path === "/gmail/v1/users/me/profile"
      ? { frame: { emailAddress: "someone@example.org", messagesTotal: 7, historyId: "1" } }
      : undefined
  },
  use: async (server, isMalformed) => {
    await post(server, "/v1/admin/identity-provider/test", undefined, isMalformed ? /Google/ : undefined)
  },
}
