import * as z from 'zod/mini'

// Turns off zod's code generation, which the content security policy forbids. Every module that parses with zod
// imports this file. `main.tsx` does not import it, because the first screen must not load zod.
z.config({ jitless: true })
