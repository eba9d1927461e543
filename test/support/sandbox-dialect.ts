/**
 * Whose spelling the sandbox's governance service has in tests of the bot; CI runs those that read
 * its answers with SANDBOX_DIALECT=deployed as well.
 */
export const sandboxDialect = process.env.SANDBOX_DIALECT === 'deployed' ? 'deployed' : 'interface';
