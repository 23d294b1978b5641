/** The quick filters: the tags that each looks for. */
export const quickTags = { energy: ['energy'], problems: ['problem', 'issue'], positive: ['positive'] } as const;
