import { Digest } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { ItemImages, type Pictured } from "../activity/itemImages.ts"
import { makePublicUrl } from "../middleware/publicUrl.ts"
import { sharedAddress } from "../middleware/access/sharedAddress.ts"
import { parseTarget } from "../middleware/routing/target.ts"
import { hashUuid } from "../wire/hashUuid.ts"
import { atomOf } from "./atom.ts"
import { type CalendarEvent, calendarOf } from "./calendar.ts"
import { types } from "./documents.ts"
import type { Feed, FeedPlace } from "./feed.ts"
import { jsonFeedOf } from "./jsonFeed.ts"

/** The items of a feed if its reader does not say. */
export const defaultFeedSize = 50

/** Readers poll at their own pace; they get a 304 if nothing has changed. */
const answer = (text: string, contentType: string) =>
  HttpServerResponse.text(text, {
    contentType,
    headers: { "cache-control": "private, no-cache, max-age=0", vary: "Authorization" },
  })

/** Makes responses that are feeds, in the language of the request. */
export const makeFeedAnswers = Effect.gen(function* () {
  const baseOf = yield* makePublicUrl
  const digest = yield* Digest
  const itemImages = yield* ItemImages
  const placeFor = Effect.fnUntraced(function* (pictures: ReadonlyArray<Pictured>) {
    const request = yield* HttpServerRequest.HttpServerRequest
    const base = baseOf(request)
    const target = parseTarget(request.url)
    return {
      base,
      self: target === undefined ? base : base + sharedAddress(target),
      idOf: (key) => `urn:uuid:${hashUuid(digest(`daybook ${key}`))}`,
      pictureOf: yield* itemImages.pictures(base, pictures),
    } satisfies FeedPlace
  })
  const placeOf = ({ items }: Feed) => placeFor(items.map(({ picture }) => picture))
  return {
    atom: Effect.fnUntraced(function* (feed: Feed) {
      return answer(yield* atomOf(feed, yield* placeOf(feed)), types.atom)
    }),
    json: (feed: Feed) => Effect.map(placeOf(feed), (at) => answer(jsonFeedOf(feed, at), types.json)),
    calendar: Effect.fnUntraced(function* (
      name: string,
      eventsAt: (place: FeedPlace) => ReadonlyArray<CalendarEvent>,
    ) {
      return answer(yield* calendarOf(name, eventsAt(yield* placeFor([]))), types.calendar)
    }),
  }
})
