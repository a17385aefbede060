/** Bodies in the shapes that Discogs sends, about sample artists, and a collection that stores additions. */
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { Discogs } from "../../src/index.ts"
import { hastyClock } from "../hastyClock.ts"
import { type Asked, type Reply, scriptedServer } from "../scriptedServer.ts"

export interface Copy {
  readonly release: number
  readonly instance: number
  readonly information?: object
  readonly more?: object
}

export const artist = (name: string, join = "", anv = "") => ({
  name,
  anv,
  join,
  role: "",
  tracks: "",
  id: 1_434,
  resource_url: "https://api.discogs.example/artists/1434",
})

const information = (release: number) => ({
  id: release,
  master_id: 0,
  master_url: null,
  thumb: "https://img.example/150/a.jpg",
  cover_image: "https://img.example/600/a.jpg",
  title: `Weather Maps ${release}`,
  year: 1998,
  formats: [{ name: "Vinyl", qty: "2", text: "Purple", descriptions: ["LP", "Album"] }],
  artists: [artist("The Paper Lanterns")],
  genres: ["Rock"],
  styles: [],
})

/** A copy as a collection lists it; `id` is the release's number. */
export const item = (copy: Copy) => ({
  id: copy.release,
  instance_id: copy.instance,
  date_added: "2020-01-19T14:19:11-08:00",
  rating: 0,
  basic_information: { ...information(copy.release), ...copy.information },
  ...copy.more,
})

/** A release as the database returns it, with a test's changes. */
export const release = (id: number, more: object = {}) => ({
  id,
  status: "Accepted",
  title: `Weather Maps ${id}`,
  year: 1998,
  artists: [artist("The Paper Lanterns")],
  formats: [{ name: "Vinyl", qty: "2", descriptions: ["LP"] }],
  images: [
    { type: "secondary", uri: "https://img.example/back.jpg", uri150: "", width: 600, height: 600 },
    { type: "primary", uri: "https://img.example/front.jpg", uri150: "", width: 600, height: 600 },
  ],
  thumb: "https://img.example/150/a.jpg",
  ...more,
})

export const noSuchRelease: Reply = {
  status: 404,
  body: { message: "That release does not exist or may have been deleted." },
}

/** A release as a wantlist has it. */
export const want = (release: number, more: object = {}) => ({
  id: release,
  resource_url: `https://api.discogs.example/users/someone/wants/${release}`,
  rating: 0,
  notes: "",
  date_added: "2021-02-03T04:05:06-08:00",
  basic_information: information(release),
  ...more,
})

/** Discogs with one account's wantlist, of so many releases a page. */
export const wantlistOf =
  (wants: ReadonlyArray<object>, perPage: number) =>
  ({ path, query }: Asked): Reply => {
    if (path !== "/users/someone/wants") return { status: 404, body: { message: "Not found." } }
    const page = Number(query.get("page"))
    const pages = Math.max(1, Math.ceil(wants.length / perPage))
    return {
      body: {
        pagination: { page, pages, per_page: perPage, items: wants.length, urls: {} },
        wants: wants.slice((page - 1) * perPage, page * perPage),
      },
    }
  }

/** Discogs with one account's collection, at most `perPage` copies a page; what is added is there afterwards. */
export const collectionOf =
  (copies: Array<Copy>, perPage: number, user = "someone") =>
  ({ method, path, query }: Asked): Reply => {
    const own = `/users/${user}/collection`
    if (path === `${own}/folders/0/releases`) {
      const page = Number(query.get("page"))
      const size = Math.min(perPage, Number(query.get("per_page")))
      const pages = Math.max(1, Math.ceil(copies.length / size))
      if (page > pages) return { status: 404, body: { message: "The page is out of range." } }
      return {
        body: {
          // The last page names itself as the next one.
          pagination: { page, pages, per_page: size, items: copies.length, urls: { next: "?page=1" } },
          releases: copies.slice((page - 1) * size, page * size).map(item),
        },
      }
    }
    const [, of] = /^.*\/collection\/releases\/(\d+)$/.exec(path) ?? []
    if (of !== undefined) {
      const found = copies.filter((copy) => copy.release === Number(of))
      return { body: { pagination: { page: 1, pages: 1, items: found.length }, releases: found.map(item) } }
    }
    const [, added] = /\/folders\/1\/releases\/(\d+)$/.exec(path) ?? []
    if (method === "POST" && added !== undefined) {
      const instance = 1 + Math.max(0, ...copies.map((copy) => copy.instance))
      copies.push({ release: Number(added), instance })
      return { status: 201, body: { instance_id: instance, resource_url: `${own}/x` } }
    }
    return { status: 404, body: { message: "The requested resource was not found." } }
  }

/** Discogs as the script responds, and its collection. */
export const discogs = (
  script: (asked: Asked, call: number) => Reply,
  config: Partial<Discogs.Config> = {},
) =>
  Effect.gen(function* () {
    const clock = hastyClock()
    const server = yield* scriptedServer(script)
    const source = yield* Discogs.make({
      url: server.url,
      token: Redacted.make("the-token"),
      user: "someone",
      ...config,
    })
    const batches = (cursor?: string) =>
      Stream.runCollect(source.records(Option.fromUndefinedOr(cursor))).pipe(clock.provide)
    return { server, clock, source, batches }
  }).pipe(Effect.provide(FetchHttpClient.layer))

export const copies = (count: number): Array<Copy> =>
  Array.from({ length: count }, (_, index) => ({ release: 70_000 + index, instance: 100 + index }))

export const pagesAsked = (calls: ReadonlyArray<Asked>) => calls.map(({ query }) => Number(query.get("page")))

export const instancesIn = (
  batches: ReadonlyArray<{ readonly items: ReadonlyArray<{ instanceId: number }> }>,
) => batches.flatMap(({ items }) => items.map(({ instanceId }) => instanceId))
