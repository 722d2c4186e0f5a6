import * as z from 'zod/mini'

// The content security policy forbids the code generation that zod would otherwise probe for. Imported for this effect by
// whatever parses first; not by `main`, for the first screen does without zod.
z.config({ jitless: true })
