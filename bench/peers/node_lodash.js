// lodash's _.shuffle, where it is installed: here, or beside the subjects of audits/wild.toml.
"use strict";
const paths = [__dirname, `${__dirname}/../../audits/subjects`];
const lodash = require(require.resolve("lodash", { paths }));
require("./count.js")(lodash.shuffle, `lodash ${lodash.VERSION}`);
