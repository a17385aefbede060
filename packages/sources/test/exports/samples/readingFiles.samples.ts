/** Files of read-later services, with the quirks of each. */
export const readingFiles = {
  "Wallabag's JSON": JSON.stringify([
    {
      is_archived: 1,
      is_starred: 0,
      tags: ["baking", { label: "slow" }],
      is_public: false,
      id: 23,
      title: "Bread & salt",
      url: "https://bread.example/1",
      content: "<p>One two</p><p>three</p>",
      created_at: "2016-09-08T11:55:58+0200",
      updated_at: "2016-09-09T11:05:23+0200",
      archived_at: "2016-09-09T11:05:23+0200",
      published_by: ["Ida Quarry", null],
      annotations: [
        { id: 7, quote: "One two", text: "Why two?", ranges: [], created_at: "2016-09-08T12:00:00+0200" },
        {
          quote: "three",
          text: "",
          ranges: [{ start: "/p[2]", startOffset: "0", end: "/p[2]", endOffset: "5" }],
        },
        { text: "of nothing" },
      ],
      mimetype: "text/html",
      reading_time: 0,
      domain_name: "bread.example",
      preview_picture: null,
    },
    { is_archived: 0, is_starred: 1, title: null, url: "https://bread.example/2", content: null },
    { is_archived: 0, url: "" },
    { is_archived: "perhaps", url: "https://bread.example/3" },
  ]),
  "Wallabag's CSV": `Title;URL;Content;Tags;"MIME Type";Language;"Creation date"
"Bread; salt";https://bread.example/1;"<p>One
two</p>";"baking, slow";text/html;en;"08/09/2016 11:55:58"
Salt;https://bread.example/2;;;text/html;en;never
Salt;https://bread.example/3
`,
  "Karakeep's JSON": JSON.stringify({
    bookmarks: [
      {
        createdAt: 1_600_000_000,
        title: "Bread",
        tags: ["baking"],
        content: { type: "link", url: "https://bread.example/1" },
        note: "Try it",
        archived: true,
      },
      {
        createdAt: 1_600_000_060,
        title: null,
        tags: [],
        content: { type: "link", url: "https://bread.example/2" },
        note: null,
      },
      {
        createdAt: 1_600_000_060,
        title: "A note",
        tags: [],
        content: { type: "text", text: "Milk" },
        note: null,
      },
      { createdAt: 1_600_000_060, title: "Gone", tags: [], content: null, note: null },
      { createdAt: "soon", title: "Bad", tags: [], content: null, note: null },
    ],
  }),
  "Omnivore's JSON": JSON.stringify([
    {
      id: "d1",
      slug: "bread",
      title: "Bread",
      description: "In short",
      author: "Ida Quarry",
      url: "https://bread.example/1",
      state: "Archived",
      readingProgress: 40,
      thumbnail: "https://bread.example/1.jpg",
      labels: ["baking", { name: "slow" }],
      savedAt: "2023-05-06T07:08:09.000Z",
      updatedAt: "2023-06-06T07:08:09.000Z",
    },
    {
      id: "d2",
      slug: "salt",
      url: "https://bread.example/2",
      state: "Active",
      readingProgress: 100,
      savedAt: "2023-05-06T07:08:09.000Z",
    },
    { id: "d3", url: "https://bread.example/3", state: "Active", readingProgress: 0, savedAt: "" },
  ]),
  "Omnivore's highlights": `> A passage
> with a second paragraph
and a line\x20

#baking #slow

Why this?

> Another one\x20
`,
  "Matter's CSV": `Title,Author,Publisher,URL,Tags,Word Count,In Queue,Favorited,Read,Highlight Count,Last Interaction Date,File Id
Bread,Ida Quarry,Magazine,https://bread.example/1,"baking, slow",1200,False,True,True,2,2023-05-06 07:08:09+00:00,1
Salt,,,https://bread.example/2,,,True,False,False,0,,2
Fog,,,,,,True,False,False,0,,3
`,
  "Raindrop's CSV": `id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite
42,"Bread, ""slowly""",Try it,In short,https://bread.example/1,Food / Bread,"baking, slow",2023-05-06T07:08:09.123Z,https://bread.example/1.jpg,"A passage
Another one",true
43,Salt,Note,,https://bread.example/2,Archive,,2023-05-07T07:08:09.123Z,,"Highlight:Of two
lines
Note:why
Highlight:Last",false
44,Fog,,,https://bread.example/3,Unsorted,,,,,false
45,Coast,,,,Unsorted,,,,,false
`,
  "Raindrop's page": `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Raindrop.io Bookmarks</TITLE>
<H1>Raindrop.io Bookmarks</H1>
<DL><p>
<DT><A HREF="https://bread.example/1" ADD_DATE="1600000000" LAST_MODIFIED="1600000000" TAGS="baking,slow" DATA-COVER="https://bread.example/1.jpg" DATA-IMPORTANT="true">Bread</A>
<DD>In short
</DL><p>`,
}
