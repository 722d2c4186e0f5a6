import * as lucide from 'lucide-react'

/** All icons by the names that the specification and the screens use. */
const icons = {
  accounts: lucide.Headphones,
  add: lucide.Plus,
  alert: lucide.Bell,
  back: lucide.ArrowLeft,
  block: lucide.Ban,
  calibration: lucide.Timer,
  chat: lucide.MessageCircle,
  chat_off: lucide.MessageCircleOff,
  check: lucide.Check,
  chevron_right: lucide.ChevronRight,
  close: lucide.X,
  copy: lucide.Copy,
  delete: lucide.Trash2,
  devices: lucide.MonitorSpeaker,
  done_all: lucide.CheckCheck,
  download: lucide.Download,
  edit: lucide.Pencil,
  email: lucide.Mail,
  expand_more: lucide.ChevronDown,
  friends: lucide.Users,
  home: lucide.House,
  info: lucide.Info,
  key: lucide.KeyRound,
  library: lucide.Library,
  link: lucide.Link,
  lock: lucide.Lock,
  login: lucide.LogIn,
  logout: lucide.LogOut,
  metronome: lucide.Metronome,
  microphone: lucide.Mic,
  more: lucide.Ellipsis,
  music: lucide.Music,
  next: lucide.ArrowRight,
  offline: lucide.CloudOff,
  open: lucide.ExternalLink,
  options: lucide.SlidersHorizontal,
  passkey: lucide.FingerprintPattern,
  pause: lucide.Pause,
  pending: lucide.Hourglass,
  person: lucide.User,
  person_add: lucide.UserPlus,
  person_remove: lucide.UserMinus,
  play: lucide.Play,
  playlist: lucide.ListMusic,
  public: lucide.Globe,
  theme: lucide.SunMoon,
  qr: lucide.QrCode,
  radio: lucide.Radio,
  random: lucide.Shuffle,
  react: lucide.SmilePlus,
  record: lucide.Disc3,
  refresh: lucide.RefreshCw,
  save: lucide.Save,
  search: lucide.Search,
  send: lucide.Send,
  settings: lucide.Settings,
  share: lucide.Share2,
  skip: lucide.SkipForward,
  star: lucide.Star,
  stop: lucide.Square,
  thumb_down: lucide.ThumbsDown,
  thumb_up: lucide.ThumbsUp,
  ticket: lucide.Ticket,
  timeline: lucide.Clock,
  undo: lucide.Undo2,
  volume: lucide.Volume2,
  volume_off: lucide.VolumeX,
  warning: lucide.TriangleAlert,
} as const satisfies Record<string, lucide.LucideIcon>

export type IconName = keyof typeof icons

type DrawingProps = { name: IconName; size: number; filled: boolean }

export function IconDrawing({ name, size, filled }: DrawingProps) {
  const Drawing = icons[name]
  return (
    <Drawing
      size={size}
      strokeWidth={2}
      aria-hidden
      focusable={false}
      fill={filled ? 'currentColor' : 'none'}
    />
  )
}
