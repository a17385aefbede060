import * as Context from "effect/Context"

/** The path under which a host mounts the API, such as `/daybook`. */
export const MountPath = Context.Reference<string>("daybook/http/MountPath", { defaultValue: () => "" })
