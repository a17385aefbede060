import {
  type Acceptance,
  type OfferedRequest,
  ProfileStore,
  readSetOnce,
  Unstorable,
  WorkspaceId,
} from "@daybook/profiles"
import { InvalidInput } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

const idOf = ({ changes }: OfferedRequest) => changes[0]?.distinctId ?? ""

/** A store that notes the batches it is given, and takes none with a distinct id of `unfit`. */
export const makeStore = (more: Partial<ProfileStore["Service"]> = {}) => {
  const batches: Array<ReadonlyArray<string>> = []
  const store = ProfileStore.of({
    away: Effect.succeed([]),
    shardOf: () => 0,
    accept: (requests) =>
      Effect.suspend((): Effect.Effect<ReadonlyArray<Acceptance>, Unstorable> => {
        batches.push(requests.map(idOf))
        return requests.some((request) => idOf(request) === "unfit")
          ? Effect.fail(new Unstorable({ message: "unfit" }))
          : Effect.succeed(requests.map(({ requestId }) => ({ accepted: true as const, requestId })))
      }),
    profile: () => Effect.succeed(Option.none()),
    profiles: () => Effect.succeed(new Map()),
    idLists: () => Effect.succeed(new Map()),
    types: () => Effect.succeed(new Map()),
    erase: () => Effect.void,
    erasures: () => Effect.succeed({ erasures: [], next: undefined }),
    forgetErasures: () => Effect.succeed(0),
    outcome: () => Effect.succeed(Option.none()),
    requests: () => Effect.succeed({ outcomes: [], next: undefined }),
    usage: () => Effect.die("usage is not asked for"),
    find: () => Effect.succeed([]),
    count: () => Effect.succeed(0),
    forget: () => Effect.succeed(0),
    ...more,
  })
  return { store, batches }
}

/** A request of a profile, before it has an id. */
export const newRequest = (
  distinctId: string,
  bytes = 100,
): Omit<OfferedRequest, "requestId"> & { readonly bytes: number } => {
  const read = readSetOnce(JSON.stringify({ distinct_id: distinctId, $once: { x: 1 } }))
  if (read instanceof InvalidInput) throw read
  return {
    workspace: WorkspaceId.make("home"),
    version: "live",
    operation: "set-once",
    changes: [read],
    idempotency: undefined,
    bytes,
  }
}
