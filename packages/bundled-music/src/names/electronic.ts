import type { GenreEntry } from './entries.ts'

export const ELECTRONIC: readonly GenreEntry[] = [
  {
    genre: 'synthwave',
    artists: [
      {
        name: 'Neon Estuary',
        records: [
          {
            name: 'Tidal Grid',
            released: '2022-06-10',
            songs: ['Night Ferry', 'Chrome Harbour', 'Tidal Grid', 'Last Exit Before Sunrise'],
          },
          { name: 'Afterglow', released: '2024-09-27', songs: ['Afterglow', 'Passenger Seat'] },
        ],
      },
      {
        name: '夜間飛行クラブ',
        records: [
          {
            name: '東京湾',
            released: '2021-11-05',
            songs: ['雨のハイウェイ', '午前二時', 'ネオンの海', '最後の電話', '東京湾', 'テープの恋'],
          },
        ],
      },
      {
        name: 'Ossian Drive',
        records: [
          {
            name: 'Polaroid Summers',
            released: '2020-08-14',
            songs: ['Polaroid Summers', 'Rollerdisco', 'Your Brother’s Car', 'Vantage Point'],
          },
          {
            name: 'The Arcade Is Closing',
            released: '2023-03-03',
            songs: ['The Arcade Is Closing', 'High Score'],
          },
        ],
      },
      {
        name: 'Velvet Modem',
        records: [
          {
            name: 'Carrier Signal',
            released: '2025-02-21',
            songs: [
              'Dial Tone',
              { title: 'Carrier Signal', with: 'Neon Estuary' },
              'Handshake',
              'Static Bloom',
              'Goodnight, Operator',
              '56K Heart',
            ],
          },
        ],
      },
    ],
  },
  {
    genre: 'house',
    artists: [
      {
        name: 'Casa Ondina',
        records: [
          {
            name: 'Terrazza',
            released: '2023-05-19',
            songs: ['Terrazza', 'Sempre Tu', 'Salt on the Glass', 'Ondina'],
          },
          { name: 'Sugar Room', released: '2025-01-17', songs: ['Sugar Room', 'Hold the Floor'] },
        ],
      },
      {
        name: 'Marlowe & Finch',
        records: [
          {
            name: 'Good Neighbours',
            released: '2022-10-28',
            songs: [
              'Good Neighbours',
              'Third Floor, Left',
              'Borrowed Chairs',
              'Everybody’s Kitchen',
              'Stay Till the Bins Come',
              'Spare Key',
            ],
          },
        ],
      },
      {
        name: 'Δέλτα',
        records: [
          { name: 'Φως', released: '2021-07-09', songs: ['Φως', 'Καλοκαίρι', 'Αύριο Πάλι', 'Θάλασσα'] },
          {
            name: 'Μεσάνυχτα',
            released: '2024-04-12',
            songs: ['Μεσάνυχτα', { title: 'Χορός', with: 'Casa Ondina' }],
          },
        ],
      },
      {
        name: 'Paloma Reyes-Hart',
        records: [
          {
            name: 'Warm Machine',
            released: '2024-06-07',
            songs: [
              'Warm Machine',
              'Lift Me',
              'Saturday Is a Place',
              'Call It Love',
              'Only Strangers Dance',
              'Confetti Tax',
            ],
          },
        ],
      },
    ],
  },
  {
    genre: 'techno',
    artists: [
      {
        name: 'Kilowatt Nord',
        records: [
          {
            name: 'Umspannwerk',
            released: '2021-02-26',
            songs: ['Umspannwerk', 'Halle 7', 'Nachtschicht', 'Dreiphasen'],
          },
          { name: 'Lastwechsel', released: '2023-12-01', songs: ['Lastwechsel', 'Erdung'] },
        ],
      },
      {
        name: 'Iskra',
        records: [
          {
            name: 'Ferrite',
            released: '2022-03-18',
            songs: [
              'Ferrite',
              'Blind Corner',
              'Pressure Drop at Six',
              'Hollow Core',
              'Iskra',
              'Load Bearing',
            ],
          },
        ],
      },
      {
        name: 'Mono Lake Union',
        records: [
          {
            name: 'Concrete Choir',
            released: '2020-10-02',
            songs: ['Concrete Choir', 'Underpass', 'Slow Voltage', 'Basalt'],
          },
          {
            name: 'North Gate',
            released: '2024-11-08',
            songs: ['North Gate', { title: 'Keep Your Coat On', explicit: true }],
          },
        ],
      },
      {
        name: 'Satélite Norte',
        records: [
          {
            name: 'Órbita Baja',
            released: '2025-05-30',
            songs: ['Órbita Baja', 'Eclipse Parcial', 'Ruido Blanco', 'Perigeo', 'Antena', 'Señal Perdida'],
          },
        ],
      },
    ],
  },
  {
    genre: 'chiptune',
    artists: [
      {
        name: 'Pixel Ronin',
        records: [
          {
            name: 'Insert Coin, Draw Sword',
            released: '2021-04-23',
            songs: ['Insert Coin, Draw Sword', 'Bamboo Level', 'The Shopkeeper Knows', 'Boss Room Waltz'],
          },
          { name: 'New Game Plus', released: '2023-08-18', songs: ['New Game Plus', 'Speedrun'] },
        ],
      },
      {
        name: 'ドット絵少年',
        records: [
          {
            name: '8月のセーブデータ',
            released: '2022-08-01',
            songs: [
              '夏休み',
              'ひみつの地図',
              '8月のセーブデータ',
              'ラスボス前夜',
              '星のコイン',
              'つづきから',
            ],
          },
        ],
      },
      {
        name: 'Cartridge Honey',
        records: [
          {
            name: 'Blow Gently',
            released: '2020-05-15',
            songs: ['Blow Gently', 'Player Two', 'Princess of Another Castle', 'Low Battery Lullaby'],
          },
          { name: 'Start Select', released: '2024-02-02', songs: ['Start Select', 'One More Life'] },
        ],
      },
      {
        name: 'Bitte Speichern',
        records: [
          {
            name: 'Zwölf Farben',
            released: '2023-10-13',
            songs: [
              'Zwölf Farben',
              'Joystickliebe',
              'Datasette',
              { title: 'Ladebalken', with: 'Kilowatt Nord' },
              'Game Over Again',
              'Reset in F',
            ],
          },
        ],
      },
    ],
  },
]
