const lines = (...some: ReadonlyArray<string>): string => some.map((line) => `${line}\n`).join("")
const json = (value: unknown): string => JSON.stringify(value, null, 2)

/** Files of other programs, which no domain takes; all data is invented. */
export const foreignFiles: Readonly<Record<string, string>> = {
  "a bank statement": lines(
    "Date,Description,Reference,Amount",
    "2024-03-01,Bakery,R100,-420",
    "2024-03-02,Rent,R101,-90000",
  ),
  "a bank statement without a header": lines(
    "2024-03-01,Bakery,Card,-420",
    "2024-03-02,Salary,Transfer,250000",
    "2024-03-03,Rent,Standing order,90000",
  ),
  "a bank statement with semicolons": lines(
    "Buchungstag;Verwendungszweck;Betrag;Saldo",
    "01.03.2024;Bäckerei;-4,20;1000,00",
    "02.03.2024;Miete;-900,00;100,00",
  ),
  "a bank statement with the time of booking": lines(
    "Account,Payee,Memo,Booked",
    "Current,Bakery,Bread,2024-03-01 09:12:00",
    "Current,Landlord,Rent,2024-03-02 00:00:00",
  ),
  "a staff list": lines(
    "Name,Department,Title,Start date",
    "Ann Lee,Sales,Manager,2015-03-01",
    "Bo Ray,Support,Agent,2019-09-01",
  ),
  "a staff list without a header": lines(
    "Ann Lee,Sales,Manager,2015-03-01 00:00",
    "Bo Ray,Support,Agent,2019-09-01 00:00",
  ),
  "a staff list with dates in words": lines(
    "Ann Lee,Sales,Manager,01 Mar 2015 00:00",
    "Bo Ray,Support,Agent,01 Sep 2019 00:00",
  ),
  "a staff list by year": lines("Ann Lee,Sales,Manager,1970", "Bo Ray,Support,Agent,2019"),
  "a list of contacts": lines(
    "First Name,Last Name,E-mail,Birthday",
    "Ann,Lee,ann@mail.example,1980-01-02",
    "Bo,Ray,bo@mail.example,",
  ),
  "a list of contacts with the time of the last change": lines(
    "Ann Lee,Acme,ann@mail.example,2024-03-01 10:11:12",
    "Bo Ray,Acme,bo@mail.example,2024-03-01 10:11:13",
  ),
  "a log of positions": lines("52.5200,13.4050,34.2,1709287299", "52.5201,13.4051,34.3,1709287309"),
  "a log of positions with a header": lines(
    "latitude,longitude,elevation,time",
    "52.5200,13.4050,34.2,2024-03-01T10:01:39Z",
  ),
  "a log of a sensor": lines("bedroom,temperature,celsius,1709287299", "bedroom,humidity,percent,1709287299"),
  "a log of a sensor with a header": lines(
    "timestamp,device,name,value",
    "1709287299,bedroom,temperature,21",
    "1709287359,bedroom,temperature,22",
  ),
  "a log of a sensor in eight columns": lines(
    "1709287299,21.5,40,1013,0,0,1,ok",
    "1709287359,21.6,41,1013,0,0,1,ok",
  ),
  "orders in eight columns": lines(
    "1709287299,2024-03-01 10:01,Ann Lee,12,Tea,3,Paid,EUR",
    "1709287300,2024-03-01 10:02,Bo Ray,13,Rye,1,Paid,EUR",
  ),
  sales: lines("Region,Product,Customer,Quantity", "North,Tea,Ann Lee,12", "South,Rye,Bo Ray,1709287299"),
  "sales in a wide table": lines(
    `id,${Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? "" : `q${at}`)).join(",")}`,
    `10017,2024-03-01,${"1,".repeat(18)}1`,
  ),
  "orders with an id and the name of a file": lines(
    "id,customer,city,country,product,quantity,price,tax,total,filename",
    "1,Ann Lee,Pier,NL,Tea,1,2,0,2,order1.pdf",
  ),
  "records by year": lines("Half Moth,Night Bus,LP,1980", "Ida Quarry,Weather Maps,CD,1999"),
  "records by their numbers": lines("Half Moth,Night Bus,LP,7530535", "Ida Quarry,Weather Maps,CD,249504"),
  "records for sale": lines(
    "listing_id,artist,title,label,catno,format,release_id,status,price,date",
    "1,Half Moth,Night Bus,Tin Roof,HM 1,LP,7530535,For Sale,12.50,2024-03-01 10:01:39",
  ),
  "records with the day of buying": lines("Artist,Title,Format,Date", "Half Moth,Night Bus,LP,2024-03-01"),
  "records with the time of buying": lines(
    "Artist,Title,Format,Date",
    "Half Moth,Night Bus,LP,2024-03-01 10:01:39",
  ),
  pictures: lines("artist,title,date", "Éva Moss,Water,1916", "Éva Moss,Hay,1890"),
  "songs to learn": lines("artist,track,tempo,date", "Half Moth,Ebb,120,soon", "Half Moth,Flow,90,later"),
  "a calendar": lines(
    "Subject,Start Date,Start Time,End Date",
    "Dentist,03/01/2024,10:00 AM,03/01/2024",
    "Choir,03/02/2024,7:00 PM,03/02/2024",
  ),
  "a calendar without a header": lines(
    "Dentist,High Street 1,bring the card,2024-03-01 10:00",
    "Choir,Hall,,2024-03-02 19:00",
  ),
  "appointments to come": lines(
    "Ann Lee,Room 1,First talk,01 Mar 2094 10:00",
    "Bo Ray,Room 2,Second talk,02 Mar 2094 11:00",
  ),
  "a log of a door": lines("gate 3,in,Ann Lee,2024-03-01 10:01:39", "gate 3,out,Ann Lee,2024-03-01 17:01:39"),
  "a log of a server": lines(
    "2024-03-01 10:01:39,INFO,started,1709287299",
    "2024-03-01 10:01:40,WARN,slow,1709287300",
  ),
  tasks: lines("[ ] Buy bread", "[x] Call Ann", "[ ] Sweep"),
  "tasks in a table": lines("TYPE,CONTENT,PRIORITY,INDENT", "task,Buy bread,4,1", "task,Call Ann,1,1"),
  "tasks of todo.txt": lines("(A) 2024-03-01 Buy bread +home", "x 2024-03-02 2024-03-01 Call Ann"),
  passwords: lines("name,url,username,password", "Bank,https://bank.example,ann,secret"),
  "bookmarks in a table": lines("url,title,tags,created", "https://bread.example,Bread,a,1600000000"),
  "films to buy": lines("Title,Year,Director,Price", "Salt Roads,1999,Ida Quarry,12"),
  "board games, as a user's own domain reads them": lines(
    "game,played_at,players,winner,minutes",
    "Harbour,2024-03-01T19:00:00Z,4,Ann,90",
  ),
  "walks, as a user's own domain reads them": lines(
    "walk,region,with,walked_at",
    "Pier,North,Ann,1709287299",
    "Dunes,South,Bo,1709373699",
  ),
  "walks without a header": lines("Pier,North,Ann,1709287299", "Dunes,South,Bo,1709373699"),
  "a letter": "Dear Ann, thank you, kindly, 1709287299\nBo, of Acme, in Pier, 1709287300\n",
  "notes in Markdown": "# Bread\n\n> Salt, and time.\n\n- flour\n- water\n",
  "a page":
    "<!DOCTYPE html><html><head><title>Instapaper and Pocket compared</title></head><body>x</body></html>",
  "a page about GPX":
    "<html><head><title>How to</title></head><body><pre><gpx version='1.1'></pre></body></html>",
  "a map":
    '<?xml version="1.0"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>gpx</name></Document></kml>',
  "a feed":
    '<?xml version="1.0"?>\n<!-- <gpx> --><rss version="2.0"><channel><title>Pocket Export</title></channel></rss>',
  subscriptions: '<?xml version="1.0"?>\n<opml version="2.0"><body><outline text="Bread"/></body></opml>',
  "a drawing": '<svg xmlns="http://www.w3.org/2000/svg"><title>HealthData</title></svg>',
  "nothing in a list": "[]",
  "nothing in an object": "{}",
  ...Object.fromEntries(
    ["items", "data", "locations", "features", "bookmarks", "movies", "history", "list", "scrobbles"].map(
      (name) => [`no ${name}`, json({ [name]: [] })],
    ),
  ),
  "a list of numbers": "[1, 2, 3]",
  accounts: json([
    { user_id: 1, username: "ann", createdAt: "2024-03-01T10:01:39Z", timeZone: "Europe/Berlin" },
    { user_id: 2, username: "bo", createdAt: "2024-03-01T10:01:39Z", timeZone: "UTC" },
  ]),
  "an account": json({ user_id: 1, username: "ann" }),
  "accounts in lines": lines('{"user_id": 1, "username": "ann"}', '{"user_id": 2, "username": "bo"}'),
  "staff in JSON": json([{ name: "Ann Lee", position: "Manager", startTime: "09:00", activity: "sales" }]),
  "hours worked": json([
    { startTime: "2024-03-01T09:00:00Z", endTime: "", activity: "writing", visit: "Acme" },
  ]),
  "albums in JSON": json([{ name: "Night Bus", artist: { name: "Half Moth" }, date: "1980" }]),
  "a library of music": json({
    track: [{ name: "Ebb", artist: { name: "Half Moth" }, added: 1_709_287_299 }],
  }),
  "events of a timetable": json({ items: [{ id: 1, venueId: 7, startTime: "2024-03-01T09:00:00Z" }] }),
  "visits of patients": json([{ id: 1, timeArrived: "2024-03-01T09:00:00Z", room: 3 }]),
  "events of a calendar": json({
    items: [{ id: 1, createdAt: "2024-03-01T09:00:00Z", timeZone: "UTC", type: "meeting", title: "Choir" }],
  }),
  "a content store": json([
    { _type: "post", _id: "a", title: "Bread" },
    { _type: "author", name: "Ann" },
  ]),
  "places of a content store": json([{ _type: "location", name: "Pier" }]),
  "links of another program": json([
    {
      id: 1,
      url: "https://bread.example",
      title: "Bread",
      is_archived: false,
      tag_names: ["a"],
      unread: true,
    },
  ]),
  "bookmarks of another program": json({
    bookmarks: [{ createdAt: "2024-03-01T09:00:00Z", content: "Bread is good", tags: ["a"] }],
  }),
  "films of another program": json([{ movie: "Salt Roads", watched_at: "2024-03-01", rating: 4 }]),
  "films on disc": json([{ movie: "Salt Roads", collected_at: "2024-03-01" }]),
  "films with a status": json({ movies: [{ movie: "Salt Roads", status: "seen" }] }),
  clicks: json([{ event_type: "click", event_date: "2024-03-01", user: 1 }]),
  "clicks in YAML": "- event_type: click\n  event_date: 2024-03-01\n",
  "a map in JSON": json({
    type: "FeatureCollection",
    features: [
      {
        type: "Feature",
        geometry: { type: "Point", coordinates: [1, 2] },
        properties: { timestamp: "2024" },
      },
    ],
  }),
  "settings in YAML": "events:\n  season: 3\n  event_type: none\n",
  "photos of Immich": json([
    { id: "1", deviceAssetId: "a", originalFileName: "1.jpg", fileCreatedAt: "2024-03-01T09:00:00Z" },
  ]),
  "saved places of a map": json({
    type: "FeatureCollection",
    features: [
      {
        type: "Feature",
        geometry: { type: "Point", coordinates: [1, 2] },
        properties: { date: "2024-03-01T09:00:00Z", location: { name: "Pier" } },
      },
    ],
  }),
  "a package": json({ name: "bread", version: "1.0.0", dependencies: {} }),
}
