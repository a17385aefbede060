import {
  bucketOf,
  greatestBytes,
  greatestLimit,
  limitsInForce,
  noLimits,
  WorkspaceId,
  WorkspaceKeyId,
  type WorkspaceLimits,
  Workspaces,
} from "@daybook/profiles"
import { formatInstant, InvalidInput } from "@daybook/kernel"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { readServerSettings } from "../settings.ts"
import * as Stores from "../stores.ts"

/** There is no workspace of this id. */
export class NoSuchWorkspace extends Schema.TaggedError<NoSuchWorkspace>()("NoSuchWorkspace", {
  message: Schema.String,
}) {}

const withWorkspaces = <A, E>(use: (workspaces: Workspaces["Service"]) => Effect.Effect<A, E>) =>
  Effect.flatMap(readServerSettings, (settings) =>
    Effect.provide(Effect.flatMap(Workspaces, use), Stores.layer([], settings)),
  )

const create = Command.make(
  "create",
  { name: Flag.String("name").pipe(Flag.withDescription("What the workspace is for")) },
  ({ name }) =>
    withWorkspaces((workspaces) => Effect.flatMap(workspaces.create(name), ({ id }) => Console.log(id))),
).pipe(Command.withDescription("Make a workspace and print its ID"))

const list = Command.make("list", {}, () =>
  withWorkspaces((workspaces) =>
    Effect.flatMap(workspaces.list, (all) =>
      Effect.forEach(all, ({ id, name, createdAt }) =>
        Console.log([id, `made ${formatInstant(createdAt)}`, name].join("  ")),
      ),
    ),
  ),
).pipe(Command.withDescription("List the workspaces"))

/** A limit: a whole number, or none, which removes it. */
const limitFlag = (name: string, least: number, meaning: string, greatest = greatestLimit) =>
  Flag.String(name).pipe(
    Flag.filterMap(
      (text) => {
        if (text === "none") return Option.some<number | undefined>(undefined)
        const number = Number(text)
        return /^\d{1,16}$/.test(text) && number >= least && number <= greatest
          ? Option.some<number | undefined>(number)
          : Option.none()
      },
      () => `must be none or a whole number from ${least} to ${greatest}`,
    ),
    Flag.optional,
    Flag.withDescription(meaning),
  )

const given = {
  perSecond: limitFlag("per-second", 1, "Requests per second; each change of a batch counts"),
  burst: limitFlag("burst", 1, "Requests allowed in a burst; by default one second's worth"),
  profiles: limitFlag("profiles", 0, "Profiles, for live and test data each"),
  properties: limitFlag("properties", 0, "Properties, for live and test data each"),
  bytes: limitFlag("bytes", 0, "Bytes of properties, for live and test data each", greatestBytes),
  monthlyRequests: limitFlag("monthly-requests", 0, "Requests per UTC month, for live and test each"),
}

const limitLine = (limits: WorkspaceLimits) => {
  const bucket = bucketOf(limits)
  const parts = [
    ...(bucket === undefined ? [] : [`${bucket.perSecond} requests a second, ${bucket.burst} at once`]),
    ...(limits.profiles === undefined ? [] : [`${limits.profiles} profiles`]),
    ...(limits.properties === undefined ? [] : [`${limits.properties} properties`]),
    ...(limits.bytes === undefined ? [] : [`${limits.bytes} bytes`]),
    ...(limits.monthlyRequests === undefined ? [] : [`${limits.monthlyRequests} requests a month`]),
  ]
  return parts.length === 0 ? "no limits" : parts.join(", ")
}

const noWorkspace = (id: string) => new NoSuchWorkspace({ message: `There is no workspace ${id}` })

const limit = Command.make(
  "limit",
  {
    ...given,
    workspace: Argument.String("id").pipe(
      Argument.withDescription("The ID of a workspace; by default, every workspace without its own limit"),
      Argument.optional,
    ),
  },
  ({ workspace, ...flags }) =>
    withWorkspaces(
      Effect.fnUntraced(function* (workspaces) {
        const of = Option.getOrUndefined(Option.map(workspace, (id) => WorkspaceId.make(id)))
        const set = Object.entries(flags).flatMap(([name, flag]) =>
          Option.isSome(flag) ? [[name, flag.value] as const] : [],
        )
        const limits: WorkspaceLimits = { ...(yield* workspaces.limits(of)), ...Object.fromEntries(set) }
        if (limits.burst !== undefined && limits.perSecond === undefined) {
          return yield* new InvalidInput({
            field: "--burst",
            message: "--burst belongs to --per-second: give both, or --burst none",
          })
        }
        if (set.length > 0 && !(yield* workspaces.setLimits(of, limits))) {
          return yield* noWorkspace(of ?? "")
        }
        const general = of === undefined ? noLimits : yield* workspaces.limits(undefined)
        yield* Console.log(`${of ?? "every workspace"}: ${limitLine(limitsInForce(limits, general))}`)
      }),
    ),
).pipe(
  Command.withDescription(
    "Set the limits of a workspace, or of every one without its own, and print those in force",
  ),
)

/** `daybook workspaces create|list|limit`. */
export const workspacesCommand = Command.make("workspaces").pipe(
  Command.withShortDescription("Make, list and limit the workspaces of the profile API"),
  Command.withDescription(
    "Make, list and limit the workspaces of the profile API; without PostgreSQL, while no server has DATA_DIR open",
  ),
  Command.withSubcommands([create, list, limit]),
)

/** Makes a key of a workspace and prints it. */
export const createWorkspaceKey = (workspace: WorkspaceId, name: string) =>
  withWorkspaces(
    Effect.fnUntraced(function* (workspaces) {
      const key = yield* workspaces.createKey(workspace, name)
      if (Option.isSome(key)) return yield* Console.log(Redacted.value(key.value))
      return yield* noWorkspace(workspace)
    }),
  )

/** Lists the records of a workspace's keys. */
export const listWorkspaceKeys = (workspace: WorkspaceId) =>
  withWorkspaces(
    Effect.fnUntraced(function* (workspaces) {
      if (!(yield* workspaces.list).some(({ id }) => id === workspace)) return yield* noWorkspace(workspace)
      for (const { id, hint, createdAt, name } of yield* workspaces.keys(workspace))
        yield* Console.log(
          [String(id).padStart(4), `…${hint}`, `made ${formatInstant(createdAt)}`, name].join("  "),
        )
    }),
  )

/** Revokes a key of a workspace. */
export const revokeWorkspaceKey = (workspace: WorkspaceId, id: number) =>
  withWorkspaces(
    Effect.fnUntraced(function* (workspaces) {
      if (yield* workspaces.revokeKey(workspace, WorkspaceKeyId.make(id))) {
        return yield* Console.log(`Key ${id} of ${workspace} is revoked`)
      }
      return yield* new NoSuchWorkspace({ message: `There is no key ${id} of a workspace ${workspace}` })
    }),
  )
