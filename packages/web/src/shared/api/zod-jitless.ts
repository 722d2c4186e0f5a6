import * as z from 'zod/mini'

// The content security policy forbids the code generation that zod would try. Every module that parses imports this
// file. `main` does not, because the first screen does not need zod.
z.config({ jitless: true })
