import { withStoreOverrides } from "@daybook/kernel"
import * as Layer from "effect/Layer"
import * as Access from "./access/index.ts"
import * as Attending from "./attending/index.ts"
import * as Collecting from "./collecting/index.ts"
import * as Images from "./images/index.ts"
import * as Kernel from "./kernel/index.ts"
import * as Listening from "./listening/index.ts"
import * as Places from "./places/index.ts"
import * as Profiles from "./profiles/index.ts"
import * as Reading from "./reading/index.ts"
import * as Running from "./running/index.ts"
import * as Watching from "./watching/index.ts"

export * as Access from "./access/index.ts"
export * as Attending from "./attending/index.ts"
export * as Collecting from "./collecting/index.ts"
export * as Everything from "./everything/index.ts"
export * as Images from "./images/index.ts"
export * as Kernel from "./kernel/index.ts"
export * as Listening from "./listening/index.ts"
export * as Places from "./places/index.ts"
export * as Profiles from "./profiles/index.ts"
export * as Reading from "./reading/index.ts"
export * as Running from "./running/index.ts"
export * as Watching from "./watching/index.ts"

const shared = Layer.mergeAll(Access.layer(), Images.layer(), Kernel.layer(), Profiles.layer())

/** The shared ports next to the domains: versions, syncs, tokens, keys, limits, images and profiles. */
export const common = withStoreOverrides(shared)

const everything = Layer.mergeAll(
  shared,
  Attending.layer(),
  Collecting.layer(),
  Listening.layer(),
  Places.layer(),
  Reading.layer(),
  Running.layer(),
  Watching.layer(),
)

/** Every storage port. */
export type Ports = Layer.Success<typeof everything>

/** The reasons why storage cannot be opened, next to those of its database. */
export type Failure = Layer.Error<typeof everything>

/**
 * Every storage port, on the SQLite database that is provided: `Sqlite.layerFile` or `Sqlite.layerMemory`. Creates or
 * upgrades the tables as the layers are built. A program of one domain uses only that domain's layer.
 *
 * Pass your own stores as one layer; they replace ours: `SqliteStorage.layer(mine)`.
 */
export const layer = withStoreOverrides(everything)
