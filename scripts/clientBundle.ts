import { join, relative } from "node:path"
import { gzipSync } from "node:zlib"
import { rolldown } from "rolldown"

/** The modules of our packages that no page may bundle: what only a server does. */
const ofServers =
  /\/(?:handlers|server|serve|webHandler|examples|itemImages|store)\.js$|\/feeds\/(?!documents\.|group\.)|\/cards\/(?!document\.|group\.)|\/middleware\/(?!admission\.)|\/(?:assistants|notify|page|storage-\w+|sources|journal|search)\/src\//

/** Bundles a file of a folder for a browser. Tells the bytes of it, gzipped, and the modules that it holds. */
export const bundleForPage = async (folder: string, file: string) => {
  const warnings: Array<string> = []
  const built = await rolldown({
    input: join(folder, file),
    cwd: folder,
    platform: "browser",
    onLog: (_level, { message }) => void warnings.push(message),
  })
  // As Vite builds a page: what only tells bundlers which calls to drop is dropped last.
  const comments = { annotation: false }
  const { output } = await built.generate({ format: "es", minify: true, comments })
  await built.close()
  const chunks = output.filter((one) => one.type === "chunk")
  const modules = chunks.flatMap((chunk) =>
    Object.entries(chunk.modules).flatMap(([id, { renderedLength }]) =>
      renderedLength > 0 ? [relative(folder, id)] : [],
    ),
  )
  return { bytes: gzipSync(chunks.map(({ code }) => code).join("")).length, modules, warnings }
}

/** Everything wrong with the bundle of a client, which may be so large. */
export const faultsOf = (
  { bytes, modules, warnings }: Awaited<ReturnType<typeof bundleForPage>>,
  most: number,
): ReadonlyArray<string> => {
  const packages = modules.filter((id) => id.startsWith("node_modules"))
  const isOurs = (id: string) => id.startsWith("node_modules/@daybook/")
  return [
    ...warnings,
    ...(packages.some(isOurs) ? [] : ["it holds none of our packages"]),
    ...(bytes > most ? [`it has ${bytes} bytes gzipped, and may have ${most}`] : []),
    ...packages
      .filter((id) => (isOurs(id) ? ofServers.test(id) : !id.startsWith("node_modules/effect/")))
      .map((id) => `it holds ${id}`),
  ]
}
