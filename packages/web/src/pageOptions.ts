import { join } from "node:path"

/** How Vite builds the page. */
export const pageOptions = {
  root: join(import.meta.dirname, "../page"),
  configFile: false as const,
  // Addresses in files are relative: the server says where the page is reached.
  base: "./",
  logLevel: "warn" as const,
  // The same page in tests as elsewhere: without it they would get one for development.
  oxc: { jsx: { runtime: "automatic" as const, importSource: "preact", development: false } },
  build: {
    emptyOutDir: true,
    target: "es2023",
    modulePreload: { polyfill: false },
    // Every file has its own address: the policy of the page takes none that is written into another.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        entryFileNames: ({ name }: { readonly name: string }) =>
          name === "sw" ? "sw.js" : "assets/[name]-[hash].js",
        codeSplitting: {
          groups: [
            // The page's code waits for its texts, so what these import must not be a part of it.
            {
              name: "languages",
              test: /\/page\/(languages|locale|words|data\/(address|preferences))\.ts$/,
              priority: 1,
            },
            // All that the first view needs is one file.
            {
              name: "page",
              test: (id: string) => !/\/page\/(main\.tsx|sw\.ts)$/.test(id),
              tags: ["$initial" as const],
            },
          ],
        },
      },
    },
  },
}
