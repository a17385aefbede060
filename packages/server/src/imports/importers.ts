import type { Importer } from "@daybook/kernel"
import type { CommonPorts, OwnPorts, ServedDomain } from "../serving/servedDomain.ts"

/** The imports of these domains, in their order: the first that knows a file takes it. */
export const importersOf = (
  domains: ReadonlyArray<ServedDomain>,
): ReadonlyArray<Importer<OwnPorts | CommonPorts>> =>
  domains.flatMap(({ domain, imports }) => (imports === undefined ? [] : [{ domain: domain.name, imports }]))
