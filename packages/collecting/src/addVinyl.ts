import {
  InvalidInput,
  isStorableText,
  maxNameLength,
  NotConfigured,
  SyncRuns,
  unstorableText,
} from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { bestMatch, type NamedRelease } from "./bestMatch.ts"
import type { OwnedRecord, Release } from "./model.ts"
import { normalizeOwnedRecord } from "./normalizeOwned.ts"
import { CollectingStore, RecordImages, type RecordCollection, RecordCollections } from "./ports.ts"

/** A release to add, by its id or by artist and title. The id wins. */
export interface VinylRequest {
  readonly releaseId?: number | undefined
  readonly title?: string | undefined
  readonly artist?: string | undefined
  /** 0 means any year, like undefined. */
  readonly year?: number | undefined
}

/** The outcome of adding a release. */
export interface AddedVinyl {
  readonly status: "added" | "already_in_collection"
  readonly release: Release
  readonly instanceId: number
  /** True if the image was processed and stored. */
  readonly imageProcessed: boolean
}

/** The collection service has no release of that id or name. */
export class ReleaseNotFound extends Schema.TaggedError<ReleaseNotFound>()("ReleaseNotFound", {
  message: Schema.String,
}) {}

type Wanted = { readonly releaseId: number } | NamedRelease

const invalid = (field: string, fault: string) =>
  Result.fail(new InvalidInput({ field, message: `${field}: ${fault}` }))

const readRequest = ({ releaseId, year, ...names }: VinylRequest): Result.Result<Wanted, InvalidInput> => {
  if (year !== undefined && !(Number.isInteger(year) && year >= 0 && year <= 9_999)) {
    return invalid("year", "must be a whole number from 0 to 9999")
  }
  if (releaseId !== undefined) {
    return Number.isSafeInteger(releaseId) && releaseId >= 1
      ? Result.succeed({ releaseId })
      : invalid("collection_release_id", "must be a whole number from 1")
  }
  const artist = names.artist?.trim() ?? ""
  const title = names.title?.trim() ?? ""
  if (artist === "" || title === "") {
    return invalid("collection_release_id", "is missing; send it, or both title and artist")
  }
  if (!isStorableText(title)) return invalid("title", unstorableText)
  if (!isStorableText(artist)) return invalid("artist", unstorableText)
  if (title.length > maxNameLength) return invalid("title", `must have at most ${maxNameLength} characters`)
  if (artist.length > maxNameLength) return invalid("artist", `must have at most ${maxNameLength} characters`)
  return Result.succeed({ artist, title, year: year === 0 ? undefined : year })
}

const search = Effect.fnUntraced(function* (collection: RecordCollection, named: NamedRelease) {
  // Vinyl first: a famous album has more editions than one search gives.
  for (const vinylOnly of [true, false]) {
    const match = bestMatch(yield* collection.search(named, { vinylOnly }), named)
    if (match !== undefined) return match.releaseId
  }
  return yield* new ReleaseNotFound({
    message: `There is no release "${named.title}" by ${named.artist}${named.year === undefined ? "" : ` of ${named.year}`}`,
  })
})

const findRelease = Effect.fnUntraced(function* (collection: RecordCollection, wanted: Wanted) {
  const releaseId = "releaseId" in wanted ? wanted.releaseId : yield* search(collection, wanted)
  const release = yield* collection.release(releaseId)
  return Option.isSome(release)
    ? release.value
    : yield* new ReleaseNotFound({ message: `There is no release ${releaseId}` })
})

/** A copy for each that the collection has; undefined if it has none. The first one counts. */
const ownedCopies = Effect.fnUntraced(function* (collection: RecordCollection, { releaseId }: Release) {
  const copies = yield* collection.copiesOf(releaseId)
  if (copies.length === 0) return undefined
  return { copies, instanceId: Math.min(...copies.map((copy) => copy.instanceId)) }
})

const addCopy = Effect.fnUntraced(function* (collection: RecordCollection, release: Release) {
  const instanceId = yield* collection.add(release.releaseId)
  const added: OwnedRecord = {
    ...release,
    source: collection.name,
    instanceId,
    addedAt: yield* Clock.currentTimeMillis,
    mediaCondition: "",
    sleeveCondition: "",
  }
  return { copies: [added], instanceId }
})

/**
 * Makes sure that a copy of the release is in the collection and stored here. Adding is not idempotent upstream, so the
 * collection is checked first, under the lock that syncs of all servers take. If the connection breaks meanwhile it is
 * unknown whether a copy was added: the collection is checked again, and another copy is added only if it has none.
 * If a call fails after all, the next one finds the copy and stores it.
 */
const ensureOwned = Effect.fnUntraced(function* (collection: RecordCollection, release: Release) {
  const runs = yield* SyncRuns
  const store = yield* CollectingStore
  yield* runs.take("collecting")
  const owned = yield* ownedCopies(collection, release)
  const { copies, instanceId } =
    owned ??
    (yield* addCopy(collection, release).pipe(
      Effect.catchIf(
        (error) => error.failure === "unavailable",
        () =>
          Effect.flatMap(ownedCopies(collection, release), (found) =>
            found === undefined ? addCopy(collection, release) : Effect.succeed(found),
          ),
      ),
    ))
  yield* store.storeRecords(copies.map(normalizeOwnedRecord))
  return { status: owned === undefined ? "added" : "already_in_collection", instanceId } as const
}, Effect.scoped)

/**
 * Adds a release to the collection of records, upstream and here, unless it has a copy; if it has several it returns
 * the first. Then it processes the image; failures there do not fail the call.
 */
export const addVinyl = Effect.fn("Collecting.addVinyl")(function* (request: VinylRequest) {
  const wanted = yield* Effect.fromResult(readRequest(request))
  const { configured, settings } = yield* RecordCollections
  const images = yield* RecordImages
  const [collection] = configured
  if (collection === undefined) {
    return yield* new NotConfigured({
      domain: "collecting",
      message: `No collection of records is configured: set ${settings}`,
    })
  }
  const release = yield* findRelease(collection, wanted)
  const owned = yield* ensureOwned(collection, release)
  const imageProcessed = yield* Effect.catchCause(
    release.imageUrl === "" ? Effect.succeed(false) : images.process(release.imageUrl),
    (cause) => Effect.as(Effect.logWarning("an image could not be processed", cause), false),
  )
  const added: AddedVinyl = { ...owned, release, imageProcessed }
  return added
})
