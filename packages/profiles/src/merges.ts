import type { Action, ProfileChange } from "./model.ts"

/** The most distinct ids that resolve to one profile, its own among them. */
export const maxIds = 1_000

/** The reason for ignoring a merge of ids that resolve to one profile. */
export const oneProfile = "both ids belong to one profile"

/** The reason for ignoring a merge that would lead too many ids to a profile. */
export const tooManyIds = `a profile has at most ${maxIds.toLocaleString("en")} ids`

/** The name by which the outcome of a merge reports why it was ignored. No property has it. */
export const mergeName = "$merge"

/** A merge of one profile into another. */
export type Merge = Extract<Action, { readonly verb: "merge" }>

/** The merge that a change is; undefined if it changes properties. */
export const mergeOf = ({ actions }: Pick<ProfileChange, "actions">): Merge | undefined => {
  const [first] = actions
  return first?.verb === "merge" ? first : undefined
}

/** The change that merges one profile into another. If there is neither, none is made. */
export const mergeInto = (target: string, source: string): ProfileChange => ({
  distinctId: target,
  actions: [{ verb: "merge", name: mergeName, source }],
  ignored: [],
  makes: false,
})

/** Ids by those that they lead to, in their order. */
export const idLists = (
  aliases: ReadonlyArray<{ readonly distinctId: string; readonly target: string }>,
): ReadonlyMap<string, ReadonlyArray<string>> =>
  new Map(
    [...Map.groupBy(aliases, ({ target }) => target)].map(([target, all]) => [
      target,
      all.map(({ distinctId }) => distinctId),
    ]),
  )
