import * as z from 'zod/mini'

// Turns off zod's code generation, because the content security policy forbids it. Every module that parses with zod
// imports this file. `main` does not, because the first screen does not need zod.
z.config({ jitless: true })
