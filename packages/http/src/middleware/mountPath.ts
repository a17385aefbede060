import * as Context from "effect/Context"

/** The path under which a host mounts the API, such as `/daybook`. Addresses of images and the document begin with it. */
export const MountPath = Context.Reference<string>("daybook/http/MountPath", { defaultValue: () => "" })
