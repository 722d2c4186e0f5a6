// This declaration is needed because the package declares types for another file than the one that Node loads.
declare module 'bidi-js/dist/bidi.mjs' {
  import type { Bidi } from 'bidi-js'
  export default function bidiFactory(): Bidi
}
