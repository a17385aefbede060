// A registry of npm's on this machine, for checks that install as a stranger does: it has our packed packages, and every
// other package as it lies in node_modules, so that nothing is downloaded.
import { execFile } from "node:child_process"
import { cpSync, createReadStream, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { basename, dirname, join } from "node:path"
import { promisify } from "node:util"

interface Manifest {
  readonly name: string
  readonly version: string
}

/** A version of a package, and its archive. */
interface Published {
  readonly manifest: Manifest
  readonly archive: () => Promise<string>
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly link?: boolean }>>
}

const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))

/** Runs once, however often it is called. */
const once = <A>(make: () => Promise<A>) => {
  let made: Promise<A> | undefined
  return () => (made ??= make())
}

/** The archive of a folder, without the packages in it and what no program runs. npm takes it unpacked too. */
const archiveOf = (folder: string, into: string) =>
  once(async () => {
    const archive = join(into, `${folder.replaceAll(/[^\w.-]/g, "_")}.tar`)
    const without = ["node_modules", "*.map", "effect/src", "effect/ai-docs"].map(
      (name) => `--exclude=${name}`,
    )
    await promisify(execFile)("tar", [...without, "-cf", archive, "-C", dirname(folder), basename(folder)])
    return archive
  })

/** Every package that lies in node_modules, as the lock file lists them. */
const installed = (into: string): ReadonlyArray<Published> => {
  const { packages }: Lock = JSON.parse(readFileSync("package-lock.json", "utf8"))
  return Object.entries(packages).flatMap(([folder, { link }]) =>
    folder.startsWith("node_modules/") && link !== true && existsSync(join(folder, "package.json"))
      ? [{ manifest: manifestIn(folder), archive: archiveOf(folder, into) }]
      : [],
  )
}

/** The workspace's effect under the version of a later patch, as a host may have it. */
const laterEffect = (into: string): Published => {
  const home = join(into, "effect")
  cpSync("node_modules/effect", home, {
    recursive: true,
    filter: (file) => !/\.map$|effect\/(src|ai-docs)$/.test(file),
  })
  const manifest = manifestIn(home)
  const [major, minor, patch] = manifest.version.split(".")
  const later = { ...manifest, version: `${major}.${minor}.${Number(patch) + 7}` }
  writeFileSync(join(home, "package.json"), JSON.stringify(later))
  return { manifest: later, archive: archiveOf(home, into) }
}

/**
 * Starts a registry with these packed packages, by their folders and archives. Its `effect` has another version than the
 * workspace's: `effectVersion`.
 */
export const startRegistry = async (
  packed: ReadonlyArray<{ readonly folder: string; readonly archive: string }>,
  folder: string,
) => {
  const into = join(folder, "registry")
  mkdirSync(into)
  const effect = laterEffect(into)
  const all = [
    ...packed.map(({ folder: home, archive }) => ({
      manifest: manifestIn(home),
      archive: () => Promise.resolve(archive),
    })),
    effect,
    ...installed(into).filter(({ manifest }) => manifest.name !== "effect"),
  ]
  const byName = Map.groupBy(all, ({ manifest }) => manifest.name)
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost")
    const named = byName.get(decodeURIComponent(pathname.slice(1)))
    const [latest] = named ?? []
    const version = searchParams.get("version")
    const found = named?.find(({ manifest }) => manifest.version === version)
    if (latest === undefined || named === undefined) {
      response.writeHead(404).end("{}")
    } else if (found !== undefined) {
      void found.archive().then((archive) => createReadStream(archive).pipe(response))
    } else {
      const versions = named.map(({ manifest }) => {
        const tarball = `http://${request.headers.host}${pathname}?version=${manifest.version}`
        return [manifest.version, { ...manifest, dist: { tarball } }] as const
      })
      response.setHeader("content-type", "application/json")
      response.end(
        JSON.stringify({
          name: latest.manifest.name,
          "dist-tags": { latest: latest.manifest.version },
          versions: Object.fromEntries(versions),
        }),
      )
    }
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the registry has no port")
  return {
    effectVersion: effect.manifest.version,
    /** The settings of an npm that installs from here and leaves nothing in the owner's cache. */
    env: {
      npm_config_registry: `http://127.0.0.1:${address.port}/`,
      npm_config_cache: join(folder, "cache"),
      npm_config_audit: "false",
      npm_config_fund: "false",
      npm_config_update_notifier: "false",
    },
    close: () => {
      server.close()
      server.closeAllConnections()
      rmSync(into, { recursive: true, force: true })
    },
  }
}
