/** Files of read-later services and the rows that are read from them. */
export const readingExports: Record<
  string,
  { readonly file: string; readonly expected: ReadonlyArray<string> }
> = {
  "Pocket's CSV": {
    file: [
      "title,url,time_added,tags,status",
      '"Bread, slowly",https://bread.example/1,1600000000,baking|slow food,archive',
      "https://bread.example/2,https://bread.example/2,1600000060,,unread",
      "No address,,1600000060,,unread",
      "Too few,https://bread.example/3",
      "",
    ].join("\n"),
    expected: [
      "2 pocket | Bread, slowly | https://bread.example/1 | 2020-09-13T12:26 | baking+slow food | 1 archived",
      "3 pocket |  | https://bread.example/2 | 2020-09-13T12:27 |  | 0",
      "4 bad: no address",
      "5 bad: 2 fields instead of 5",
    ],
  },
  "Pocket's page": {
    file: `<!DOCTYPE html>
<html><head><title>Pocket Export</title></head><body>
<h1>Unread</h1>
<ul>
<li><a href="https://bread.example/?a=1&amp;b=2" time_added="1600000000" tags="baking,slow">Bread &amp; salt</a></li>
<li><a href="https://bread.example/2" time_added="1600000060" tags="">https://bread.example/2</a></li>
</ul>
<h1>Read Archive</h1>
<ul><li><a href="https://bread.example/3" time_added="1600000120" tags="">Salt</a></li></ul>
</body></html>`,
    expected: [
      "5 pocket | Bread & salt | https://bread.example/?a=1&b=2 | 2020-09-13T12:26 | baking+slow | 0",
      "6 pocket |  | https://bread.example/2 | 2020-09-13T12:27 |  | 0",
      "9 pocket | Salt | https://bread.example/3 | 2020-09-13T12:28 |  | 1 archived",
    ],
  },
  "the JSON of Pocket's interface": {
    file: JSON.stringify({
      status: 1,
      list: {
        "11": {
          item_id: "11",
          given_url: "https://short.example/x",
          resolved_url: "https://bread.example/1",
          given_title: "",
          resolved_title: "Bread",
          favorite: "1",
          status: "1",
          time_added: "1600000000",
          time_read: "1600000300",
          tags: { baking: { tag: "baking" } },
          word_count: "1200",
        },
        "12": { item_id: "12", given_url: "https://bread.example/2", status: "0", time_read: "0", tags: [] },
        "13": { item_id: "13", given_url: "https://bread.example/3", status: "2" },
      },
    }),
    expected: [
      "1 pocket 11 | Bread | https://bread.example/1 | 2020-09-13T12:26 | baking | 1 archived starred",
      "1 pocket 12 |  | https://bread.example/2 | ? |  | 0",
      "1 skipped: deleted at Pocket",
    ],
  },
  "Instapaper's CSV": {
    file: [
      "URL,Title,Selection,Folder,Timestamp,Tags",
      'https://bread.example/1,Bread,"Two\nlines",Archive,1600000000,"[""baking"", ""salt""]"',
      "https://bread.example/2,Salt,,Unread,1600000060,[]",
      "https://bread.example/3,Water,,Starred,1600000120,[]",
    ].join("\n"),
    expected: [
      "2 instapaper | Bread | https://bread.example/1 | 2020-09-13T12:26 | baking+salt | 1 archived",
      "4 instapaper | Salt | https://bread.example/2 | 2020-09-13T12:27 |  | 0",
      "5 instapaper | Water | https://bread.example/3 | 2020-09-13T12:28 |  | 0 starred",
    ],
  },
  "Instapaper's page": {
    file: `<html><head><title>Instapaper: Export</title></head><body><h1>Unread</h1>
<ol><li><a href="https://bread.example/1">Bread</a></ol><h1>Archive</h1><ol><li><a href="https://bread.example/2">Salt</a>
</ol></body></html>`,
    expected: [
      "2 instapaper | Bread | https://bread.example/1 | ? |  | 0",
      "2 instapaper | Salt | https://bread.example/2 | ? |  | 1 archived",
    ],
  },
  "Readwise Reader's CSV": {
    file: [
      "\uFEFFTitle,URL,ID,Document tags,Saved date,Reading progress,Location,Seen",
      `Bread,https://bread.example/1,01abc,"['baking', ""it's""]",2023-03-26 21:02:51.618751+00:00,1,archive,True`,
      "Salt,https://bread.example/2,01abd,[],2023-03-27 21:02:51+00:00,0.25,shortlist,False",
      "Water,https://bread.example/3,01abe,[],soon,,new,False",
      "Air,https://bread.example/4,01abf,[],,7,new,False",
    ].join("\r\n"),
    expected: [
      "2 readwise 01abc | Bread | https://bread.example/1 | 2023-03-26T21:02 | baking+it's | 1 archived",
      "3 readwise 01abd | Salt | https://bread.example/2 | 2023-03-27T21:02 |  | 0.25 starred",
      "4 readwise 01abe | Water | https://bread.example/3 | ? |  | 0",
      "5 bad: a reading progress that is not between 0 and 1",
    ],
  },
}
