// What the book needs of its own: the colours of circ, and links to pages of the repository that are not in the book.

hljs.registerLanguage('circ', () => ({
    name: 'circ',
    keywords: {
        keyword: 'ring use alphabet const family test in where let if else match for fold scan and or not',
        type: 'num bool',
        literal: 'true false',
        built_in: 'sum prod mean count all any max min argmax argmin sign abs len concat indices floor ceil log2 sqrt '
            + 'select width aggregate pick pick_last lookup generate',
    },
    contains: [
        hljs.COMMENT('//', '$'),
        { className: 'string', begin: /'/, end: /'/, contains: [hljs.BACKSLASH_ESCAPE] },
        { className: 'string', begin: /"/, end: /"/, contains: [hljs.BACKSLASH_ESCAPE] },
        { className: 'number', begin: /\b\d[\d_]*(\.\d+)?(e[+-]?\d+)?\b/ },
        { className: 'function', beginKeywords: 'family', end: /[[(]/, excludeEnd: true,
            contains: [hljs.UNDERSCORE_TITLE_MODE] },
    ],
}));

for (const block of document.querySelectorAll('code.language-circ')) {
    block.textContent = block.textContent;
    hljs.highlightBlock(block);
}

// The book calls every page `.html`; what lies outside of it is still Markdown.
const book = new URL(path_to_root + (document.documentElement.lang === 'zh' ? '../' : './'), document.location);
for (const link of document.querySelectorAll('main a[href$=".html"], main a[href*=".html#"]')) {
    if (!link.href.startsWith(book.href)) {
        link.href = link.href.replace(/\.html(#|$)/, '.md$1');
    }
}
