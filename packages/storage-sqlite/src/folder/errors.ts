import * as Schema from "effect/Schema"

/** Another server, or another layer of this process, has the folder open. */
export class FolderInUse extends Schema.TaggedError<FolderInUse>()("FolderInUse", {
  folder: Schema.String,
}) {
  override get message(): string {
    return (
      `The folder ${this.folder} is in use by another Daybook process. ` +
      "Stop that process, or set DATA_DIR to another folder."
    )
  }
}

/** The folder cannot be opened; `reason` states what is wrong with it and what to do. */
export class FolderUnusable extends Schema.TaggedError<FolderUnusable>()("FolderUnusable", {
  folder: Schema.String,
  reason: Schema.String,
}) {
  override get message(): string {
    return `The folder ${this.folder} cannot be used: ${this.reason}`
  }
}
