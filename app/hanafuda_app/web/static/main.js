// Which page this is: the lobby, or a table by its token.

import { LobbyPage } from "./lobby.js";
import { dress } from "./settings.js";
import { TablePage } from "./table.js";

dress();
const root = document.getElementById("app");
const token = location.pathname.match(/^\/table\/([\w-]+)$/)?.[1];
if (token) new TablePage(root, token);
else new LobbyPage(root);
