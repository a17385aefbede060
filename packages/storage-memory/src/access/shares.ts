import { type NewShare, type Share, ShareId, ShareStore } from "@daybook/access"
import { pageIn } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { raiseVersion, VersionCounts } from "../kernel/dataVersions.ts"

/** The records of shares, in memory. */
export const layer = Layer.effect(
  ShareStore,
  Effect.gen(function* () {
    const versions = yield* VersionCounts
    const shares = new Map<ShareId, { readonly hash: string; record: Share }>()
    let lastId = 0

    const add = ({ hash, ...share }: NewShare): Share => {
      const record = { ...share, id: ShareId.make((lastId += 1)), lastUsedAt: undefined }
      shares.set(record.id, { hash, record })
      raiseVersion(versions, "access")
      return record
    }

    return ShareStore.of({
      insert: (share) => Effect.sync(() => add(share)),
      find: (hash) =>
        Effect.sync(() =>
          Option.fromUndefinedOr([...shares.values()].find((share) => share.hash === hash)?.record),
        ),
      list: (page) =>
        Effect.sync(() =>
          pageIn(
            [...shares.values()].map(({ record }) => record),
            page,
          ),
        ),
      revoke: (id) =>
        Effect.sync(() => {
          const revoked = shares.delete(id)
          if (revoked) raiseVersion(versions, "access")
          return revoked
        }),
      touch: (uses) =>
        Effect.sync(() => {
          for (const [id, at] of uses) {
            const share = shares.get(id)
            if (share === undefined) continue
            share.record = { ...share.record, lastUsedAt: Math.max(at, share.record.lastUsedAt ?? at) }
          }
        }),
    })
  }),
)
