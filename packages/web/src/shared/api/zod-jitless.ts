import * as z from 'zod/mini'

// Turns off zod's code generation, because the content security policy forbids it. Every module that parses
// imports this file, but not `main`, because the first screen does not need zod.
z.config({ jitless: true })
