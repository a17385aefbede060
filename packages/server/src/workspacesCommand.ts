import { type WorkspaceId, WorkspaceKeyId, Workspaces } from "@daybook/profiles"
import { formatInstant } from "@daybook/kernel"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { readServerSettings } from "./settings.ts"
import * as Stores from "./stores.ts"

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

/** `daybook workspaces create|list`. */
export const workspacesCommand = Command.make("workspaces").pipe(
  Command.withShortDescription("Make and list the workspaces of the profile API"),
  Command.withDescription(
    "Make and list the workspaces of the profile API; on PGlite while no server has the folder open",
  ),
  Command.withSubcommands([create, list]),
)

/** Makes a key of a workspace and prints it. */
export const createWorkspaceKey = (workspace: WorkspaceId, name: string) =>
  withWorkspaces(
    Effect.fnUntraced(function* (workspaces) {
      const key = yield* workspaces.createKey(workspace, name)
      if (Option.isSome(key)) return yield* Console.log(Redacted.value(key.value))
      return yield* new NoSuchWorkspace({ message: `There is no workspace ${workspace}` })
    }),
  )

/** Lists the records of a workspace's keys. */
export const listWorkspaceKeys = (workspace: WorkspaceId) =>
  withWorkspaces((workspaces) =>
    Effect.flatMap(workspaces.keys(workspace), (keys) =>
      Effect.forEach(keys, ({ id, hint, createdAt, name }) =>
        Console.log(
          [String(id).padStart(4), `…${hint}`, `made ${formatInstant(createdAt)}`, name].join("  "),
        ),
      ),
    ),
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
