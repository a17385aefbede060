/** The parts of a typed client. They import no module of a server, so that a page may bundle them. */
export { type ClientOptions, makeFor } from "./clientFor.ts"
export { definitionOf, type DomainDefinition, type DomainOutline, partOfActivity } from "./definition.ts"
export { activityGroups } from "./groups.ts"
