import { maySave } from "@daybook/access"
import { type EditFields, type EpochMillis, updateItem, removeItem } from "@daybook/kernel"
import * as Reading from "@daybook/reading"
import * as Clock from "effect/Clock"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import { makeSavePages } from "../activity/reading/saving/savePages.ts"
import { refusedEdit } from "../activity/edits/endpoints.ts"
import { admittedSaver } from "../middleware/access/admittedSender.ts"
import { makeSubmissionAuth } from "../middleware/access/submissionAuth.ts"
import { makePublicUrl } from "../middleware/publicUrl.ts"
import { queryOf } from "../middleware/routing/target.ts"
import { badRequest, notFound, refused } from "../wire/errors.ts"
import { WallabagApi } from "./api.ts"
import { allSaved, changesOfSaved, entryOf, hashOf, tagOf } from "./entries.ts"
import { linksOf, pageAsked, selected } from "./listing.ts"
import { parametersIn, type Parameters, readParameters } from "./parameters.ts"
import { failedFor, protocol } from "./protocol.ts"

// Apps choose what they request by it.
const version = "2.6.14"
const info = { appname: "wallabag", version, allowed_registration: false }

// The token is the key: it holds until it is revoked. Apps sign in again after this time.
const expiresIn = 3_600

type Request = { readonly request: HttpServerRequest.HttpServerRequest }
type AtEntry = Request & { readonly params: { readonly entry: string } }
type AtTag = Request & { readonly params: { readonly entry: string; readonly tag: string } }
type Failure = { readonly error: string; readonly status: number }
type Services = Reading.ArticleStore | Reading.CleanHtml | DateTime.CurrentTimeZone

const json = HttpServerResponse.jsonUnsafe

/** The fields that an app's change sets. An article is finished when it is archived. */
const editOf = (change: Parameters, { status }: Reading.Article, now: EpochMillis): EditFields => {
  const title = change.text("title")
  const tags = change.list("tags")
  const starred = change.flag("starred")
  const archived = change.flag("archive")
  return {
    ...(title === undefined ? {} : { title }),
    ...(tags === undefined ? {} : { tags }),
    ...(starred === undefined ? {} : { starred }),
    ...(archived === false ? { status: "unread", finished_at: null } : {}),
    ...(archived === true && status !== "finished"
      ? { status: "finished", finished_at: new Date(now).toISOString() }
      : {}),
  }
}

const tokenFor = (key: string) => ({
  access_token: key,
  expires_in: expiresIn,
  token_type: "bearer",
  scope: null,
  refresh_token: key,
})

/** Signs an app in: the password is the key. */
const makeToken = Effect.gen(function* () {
  const senders = yield* makeSubmissionAuth
  return Effect.fnUntraced(function* ({ request }: Request) {
    const asked = yield* readParameters(request)
    const grant = asked.text("grant_type")
    if (grant !== "password" && grant !== "refresh_token") {
      const message = "grant_type must be password or refresh_token"
      return json({ error: "unsupported_grant_type", error_description: message }, { status: 400 })
    }
    const key = asked.text(grant === "password" ? "password" : "refresh_token") ?? ""
    const found = yield* senders.find(key)
    return yield* Effect.match(senders.admit(found, maySave), {
      onSuccess: () => json(tokenFor(key)),
      onFailure: (refusal) =>
        refusal === "too many requests"
          ? failedFor(429, "Too many requests: wait a minute")
          : json(
              {
                error: "invalid_grant",
                error_description: "The password must be a key of Daybook with the scope save",
              },
              { status: 400 },
            ),
    })
  })
})

/** Makes the function that admits requests, and sends their failures in Wallabag's form. */
const makeAnswered = Effect.gen(function* () {
  const services = yield* Effect.context<Services>()

  return <In extends Request>(work: (input: In) => Effect.Effect<unknown, Failure, Services>) =>
    (input: In) =>
      Effect.andThen(admittedSaver("the token"), work(input)).pipe(
        Effect.provideContext(services),
        Effect.match({ onSuccess: (value) => json(value), onFailure: protocol.failed }),
      )
})

/** Shows and changes saved articles. */
const makeArticles = Effect.gen(function* () {
  const { contents, edits } = yield* Reading.ArticleStore
  const cleaner = yield* Reading.CleanHtml

  const contentOf = Effect.fnUntraced(function* (article: Reading.Article) {
    const [found] = yield* contents([article.id])
    return found === undefined ? "" : cleaner.of(found.content, article.url)
  })

  const shown = Effect.fnUntraced(function* (article: Reading.Article) {
    const changedAt = yield* changesOfSaved
    return yield* entryOf(article, yield* contentOf(article), changedAt(article))
  })

  const entryAt = Effect.fnUntraced(function* (id: string) {
    const found = /^[1-9]\d{0,8}$/.test(id)
      ? yield* Effect.option(Reading.findArticle(Reading.ArticleId.make(Number(id))))
      : undefined
    const article = found?._tag === "Some" ? found.value : undefined
    return article?.source === Reading.savedSource ? article : yield* Effect.fail(notFound("Not Found"))
  })

  const change = Effect.fnUntraced(function* (article: Reading.Article, fields: EditFields) {
    if (Object.keys(fields).length > 0) {
      yield* refusedEdit(updateItem(edits, Reading.articleEditFields, String(article.id), fields))
    }
    return yield* shown(yield* entryAt(String(article.id)))
  })

  return { change, contentOf, entryAt, shown }
})

/** Which URLs, or hashes of them, are saved. */
const existing = Effect.fnUntraced(function* ({ request }: Request) {
  const asked = parametersIn(queryOf(request.url))
  const byId = asked.flag("return_id") === true
  const saved = yield* allSaved
  const hashes = [...(asked.list("hashed_urls") ?? []), ...textsOf(asked.text("hashed_url"))]
  const byHash = new Map(
    hashes.length === 0
      ? []
      : yield* Effect.forEach(saved, (one) => Effect.map(hashOf(one.url), (hash) => [hash, one] as const)),
  )
  const byUrl = new Map(saved.map((one) => [one.sourceId, one]))
  const told = (article: Reading.Article | undefined) =>
    byId ? (article?.id ?? null) : article !== undefined
  const atUrl = (url: string) => told(byUrl.get(Reading.pageAddress(url)))
  const url = asked.text("url")
  const hash = asked.text("hashed_url")
  if (url !== undefined) return { exists: atUrl(url) }
  if (hash !== undefined) return { exists: told(byHash.get(hash)) }
  const urls = asked.list("urls") ?? []
  if (urls.length + hashes.length === 0) return yield* Effect.fail(badRequest("url or hashed_url is missing"))
  return Object.fromEntries([
    ...urls.map((one) => [one, atUrl(one)]),
    ...hashes.map((one) => [one, told(byHash.get(one))]),
  ])
})

/** The reads and changes of saved pages; each is admitted, and its failures are of Wallabag's form. */
const makeEntries = Effect.gen(function* () {
  const { save } = yield* makeSavePages
  const { edits } = yield* Reading.ArticleStore
  const baseOf = yield* makePublicUrl
  const answered = yield* makeAnswered
  const { change, contentOf, entryAt, shown } = yield* makeArticles

  const entries = answered(
    Effect.fnUntraced(function* ({ request }: Request) {
      const query = queryOf(request.url)
      const asked = parametersIn(query)
      const { page, perPage } = pageAsked(asked)
      const changedAt = yield* changesOfSaved
      const found = selected(asked, yield* allSaved, changedAt)
      const pages = Math.max(1, Math.ceil(found.length / perPage))
      if (page > pages) return yield* Effect.fail(notFound("There is no such page"))
      const contentFor = asked.text("detail") === "metadata" ? () => Effect.succeed("") : contentOf
      const form = (article: Reading.Article) =>
        Effect.flatMap(contentFor(article), (content) => entryOf(article, content, changedAt(article)))
      return {
        page,
        limit: perPage,
        pages,
        total: found.length,
        _links: linksOf(`${baseOf(request)}/apis/wallabag/api/entries.json`, query, page, pages),
        _embedded: { items: yield* Effect.forEach(found.slice((page - 1) * perPage, page * perPage), form) },
      }
    }),
  )

  const saveEntry = answered(
    Effect.fnUntraced(function* ({ request }: Request) {
      const asked = yield* readParameters(request)
      const url = asked.text("url")
      if (url === undefined) return yield* Effect.fail(badRequest("url is missing"))
      const { article } = yield* refused(
        save({
          url,
          title: asked.text("title"),
          tags: asked.list("tags"),
          content: asked.text("content"),
          starred: asked.flag("starred"),
          isRead: asked.flag("archive"),
        }),
      )
      return yield* shown(article)
    }),
  )

  const update = answered(
    Effect.fnUntraced(function* ({ params, request }: AtEntry) {
      const article = yield* entryAt(params.entry)
      const asked = yield* readParameters(request)
      return yield* change(article, editOf(asked, article, yield* Clock.currentTimeMillis))
    }),
  )

  const remove = answered(
    Effect.fnUntraced(function* ({ params }: AtEntry) {
      const article = yield* entryAt(params.entry)
      yield* refusedEdit(removeItem(edits, "article", String(article.id), article.title))
      return yield* entryOf(article, "", yield* Clock.currentTimeMillis)
    }),
  )

  const addTags = answered(
    Effect.fnUntraced(function* ({ params, request }: AtEntry) {
      const article = yield* entryAt(params.entry)
      const added = (yield* readParameters(request)).list("tags") ?? []
      return yield* change(article, { tags: [...new Set([...article.tags, ...added])] })
    }),
  )

  const removeTag = answered(
    Effect.fnUntraced(function* ({ params }: AtTag) {
      const article = yield* entryAt(params.entry)
      const tags = article.tags.filter((tag) => String(tagOf(tag).id) !== params.tag)
      if (tags.length === article.tags.length) return yield* Effect.fail(notFound("Not Found"))
      return yield* change(article, { tags })
    }),
  )

  const one = answered(({ params }: AtEntry) => Effect.flatMap(entryAt(params.entry), shown))
  const tagsOfOne = answered(({ params }: AtEntry) =>
    Effect.map(entryAt(params.entry), ({ tags }) => tags.map(tagOf)),
  )
  const tags = answered(() => Effect.map(allSaved, tagsIn))
  const exists = answered(existing)
  return { entries, exists, saveEntry, update, remove, addTags, removeTag, one, tagsOfOne, tags }
})

const tagsIn = (saved: ReadonlyArray<Reading.Article>) =>
  [...new Set(saved.flatMap((article) => article.tags))].toSorted().map(tagOf)

const textsOf = (text: string | undefined): ReadonlyArray<string> => (text === undefined ? [] : [text])

const handlers = HttpApiBuilder.group(
  WallabagApi,
  "wallabag",
  Effect.fn(function* (handlers) {
    const token = yield* makeToken
    const entries = yield* makeEntries
    const constant = (value: unknown) => () => Effect.succeed(json(value))
    return handlers
      .handleRaw("version", constant(version))
      .handleRaw("versionJson", constant(version))
      .handleRaw("info", constant(info))
      .handleRaw("infoJson", constant(info))
      .handleRaw("token", (input) =>
        Effect.catch(token(input), (error) => Effect.succeed(protocol.failed(error))),
      )
      .handleRaw("save", entries.saveEntry)
      .handleRaw("entries", entries.entries)
      .handleRaw("exists", entries.exists)
      .handleRaw("entry", entries.one)
      .handleRaw("update", entries.update)
      .handleRaw("remove", entries.remove)
      .handleRaw("entryTags", entries.tagsOfOne)
      .handleRaw("addTags", entries.addTags)
      .handleRaw("removeTag", entries.removeTag)
      .handleRaw("tags", entries.tags)
  }),
)

/** Wallabag's API, on the router of the activity API. */
export const layer = HttpApiBuilder.layer(WallabagApi).pipe(Layer.provide(handlers))
