import { Setting } from "@daybook/kernel"

/** The settings as `--help` prints them, each group under its title. */
export const helpOf = (groups: ReadonlyArray<Setting.Group>): string =>
  [
    "Settings are environment variables; each is listed with its default.",
    ...groups.flatMap(({ table, title }) => [
      "",
      `${title}:`,
      ...Object.values(table).map(
        (setting) => `  ${setting.name} (${Setting.shownDefault(setting)}): ${setting.meaning}`,
      ),
    ]),
  ].join("\n")
